/** The part of CBOR (RFC 8949) that AWS's smithy-rpc-v2-cbor uses. Times are tag 1, seconds since 1970. */
export function encodeCbor(value: unknown): Buffer {
  const parts: Buffer[] = [];
  write(value, parts);
  return Buffer.concat(parts);
}

function write(value: unknown, parts: Buffer[]): void {
  if (value === null || value === undefined) parts.push(Buffer.of(0xf6));
  else if (typeof value === 'boolean') parts.push(Buffer.of(value ? 0xf5 : 0xf4));
  else if (typeof value === 'number') parts.push(number(value));
  else if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    parts.push(head(3, bytes.length), bytes);
  } else if (value instanceof Uint8Array) parts.push(head(2, value.length), Buffer.from(value));
  else if (value instanceof Date) parts.push(Buffer.of(0xc1), float(value.getTime() / 1000));
  else if (Array.isArray(value)) {
    parts.push(head(4, value.length));
    for (const item of value) write(item, parts);
  } else {
    const entries = Object.entries(value as object).filter(([, item]) => item !== undefined);
    parts.push(head(5, entries.length));
    for (const [key, item] of entries) {
      write(key, parts);
      write(item, parts);
    }
  }
}

function number(value: number): Buffer {
  if (!Number.isSafeInteger(value)) return float(value);
  return value >= 0 ? head(0, value) : head(1, -1 - value);
}

function float(value: number): Buffer {
  const buffer = Buffer.alloc(9);
  buffer[0] = 0xfb;
  buffer.writeDoubleBE(value, 1);
  return buffer;
}

function head(major: number, count: number): Buffer {
  const type = major << 5;
  if (count < 24) return Buffer.of(type | count);
  if (count < 0x100) return Buffer.of(type | 24, count);
  const buffer = Buffer.alloc(count < 0x10000 ? 3 : count < 0x100000000 ? 5 : 9);
  if (buffer.length === 3) buffer.writeUInt16BE(count, 1);
  else if (buffer.length === 5) buffer.writeUInt32BE(count, 1);
  else buffer.writeBigUInt64BE(BigInt(count), 1);
  buffer[0] = type | (buffer.length === 3 ? 25 : buffer.length === 5 ? 26 : 27);
  return buffer;
}

const BREAK = Symbol('break');
const DEEPEST = 64;

/** Throws on anything malformed. */
export function decodeCbor(bytes: Buffer): unknown {
  let at = 0;
  const take = (count: number): Buffer => {
    if (at + count > bytes.length) throw new Error('CBOR ends too early');
    at += count;
    return bytes.subarray(at - count, at);
  };
  const argument = (info: number): number => {
    if (info < 24) return info;
    if (info === 24) return take(1).readUInt8();
    if (info === 25) return take(2).readUInt16BE();
    if (info === 26) return take(4).readUInt32BE();
    if (info === 27) return Number(take(8).readBigUInt64BE());
    throw new Error(`CBOR additional information ${info} is not known`);
  };
  /** Items of a list, map or string whose length is given, or open-ended and closed by a break. */
  const items = (info: number, each: number, depth: number): unknown[] => {
    const found: unknown[] = [];
    const count = info === 31 ? Number.POSITIVE_INFINITY : argument(info) * each;
    while (found.length < count) {
      const item = read(depth + 1);
      if (item === BREAK) {
        if (info === 31) break;
        throw new Error('CBOR break out of place');
      }
      found.push(item);
    }
    return found;
  };
  const read = (depth: number): unknown => {
    if (depth > DEEPEST) throw new Error('CBOR is nested too deep');
    const initial = take(1).readUInt8();
    const info = initial & 31;
    switch (initial >> 5) {
      case 0:
        return argument(info);
      case 1:
        return -1 - argument(info);
      case 2:
        return info === 31 ? Buffer.concat(items(info, 1, depth) as Buffer[]) : Buffer.from(take(argument(info)));
      case 3:
        return info === 31 ? items(info, 1, depth).join('') : take(argument(info)).toString('utf8');
      case 4:
        return items(info, 1, depth);
      case 5: {
        const flat = items(info, 2, depth);
        const pairs = flat.flatMap((key, index) => (index % 2 === 0 ? [[String(key), flat[index + 1]]] : []));
        return Object.fromEntries(pairs);
      }
      case 6:
        return argument(info) === 1 ? new Date(Number(read(depth + 1)) * 1000) : read(depth + 1);
      default:
        return simple(info, take);
    }
  };
  const value = read(0);
  if (value === BREAK || at !== bytes.length) throw new Error('CBOR has more than one item');
  return value;
}

function simple(info: number, take: (count: number) => Buffer): unknown {
  if (info === 20 || info === 21) return info === 21;
  if (info === 22 || info === 23) return null;
  if (info === 25) return half(take(2).readUInt16BE());
  if (info === 26) return take(4).readFloatBE();
  if (info === 27) return take(8).readDoubleBE();
  if (info === 31) return BREAK;
  throw new Error(`CBOR simple value ${info} is not known`);
}

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
