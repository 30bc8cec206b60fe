type Schema =
  | string
  | Schema[]
  | {
      readonly type: string;
      readonly size?: number;
      readonly items?: Schema;
      readonly fields?: readonly { name: string; type: Schema }[];
    };

/** The values of an Avro file that is not compressed, by the schema it brings. */
export function readAvro(bytes: Buffer): unknown[] {
  let at = 4;
  const long = (): number => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(bytes[at++] ?? 0);
      value |= (byte & 127n) << shift;
      if (byte < 128n) return Number(value % 2n === 0n ? value / 2n : -(value + 1n) / 2n);
    }
  };
  const take = (length: number): Buffer => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  const text = (): string => take(long()).toString();
  const list = (items: Schema): unknown[] => {
    const found: unknown[] = [];
    for (let count = long(); count > 0; count = long()) {
      for (; count > 0; count--) found.push(value(items));
    }
    return found;
  };
  const value = (schema: Schema): unknown => {
    if (Array.isArray(schema)) return value(schema[long()] ?? 'null');
    if (typeof schema === 'object') {
      if (schema.items) return list(schema.items);
      if (schema.type === 'fixed') return take(schema.size ?? 0);
      if (!schema.fields) return value(schema.type);
      return Object.fromEntries(schema.fields.map(({ name, type }) => [name, value(type)]));
    }
    if (schema === 'null') return null;
    if (schema === 'boolean') return take(1)[0] === 1;
    if (schema === 'double') return take(8).readDoubleLE();
    if (schema === 'bytes') return take(long());
    return schema === 'string' ? text() : long();
  };
  const header: Record<string, string> = {};
  for (let count = long(); count > 0; count = long()) {
    for (; count > 0; count--) {
      const key = text();
      header[key] = text();
    }
  }
  at += 16;
  const schema = JSON.parse(header['avro.schema'] ?? '');
  const count = long();
  long();
  return Array.from({ length: count }, () => value(schema));
}
