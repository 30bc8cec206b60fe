/**
 * A value as Iceberg keeps it: days of a date, microseconds of a time, the digits of a decimal without its point, bytes of
 * a UUID. NULL is null.
 */
export type StoredValue = null | boolean | number | bigint | string | Buffer;

export function decimalParts(type: string): { precision: number; scale: number } | undefined {
  const [, precision, scale] = /^decimal\((\d+), ?(\d+)\)$/.exec(type) ?? [];
  return precision === undefined ? undefined : { precision: Number(precision), scale: Number(scale) };
}

/** An expression for a column's values as they are kept; those that are bytes in hexadecimal digits. */
export function storedSql(type: string, column: string): string {
  if (type === 'date') return `(${column} - DATE '1970-01-01')`;
  if (type.startsWith('timestamp')) return `epoch_us(${column})`;
  if (type === 'uuid') return `replace(CAST(${column} AS VARCHAR), '-', '')`;
  if (type === 'binary') return `hex(${column})`;
  return decimalParts(type) ? `CAST(replace(CAST(${column} AS VARCHAR), '.', '') AS HUGEINT)` : column;
}

/** What `storedSql` gave. */
export function fromSql(type: string, value: unknown): StoredValue {
  if (value === null || value === undefined) return null;
  if (type === 'uuid' || type === 'binary') return Buffer.from(String(value), 'hex');
  if (typeof value === 'bigint') return type === 'int' || type === 'date' ? Number(value) : value;
  return type === 'long' || type.startsWith('timestamp') || decimalParts(type)
    ? BigInt(Number(value))
    : (value as StoredValue);
}

/** From the text in which DuckDB tells a column's least and greatest value; undefined for what it does not tell exactly. */
export function fromText(type: string, text: string): StoredValue | undefined {
  switch (type) {
    case 'boolean':
      return ['true', '1'].includes(text) ? true : ['false', '0'].includes(text) ? false : undefined;
    case 'string':
      return text;
    case 'float':
    case 'double':
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) / MS_A_DAY : undefined;
    case 'timestamp':
    case 'timestamptz':
      return microseconds(text);
    default: {
      const digits = text.replace('.', '');
      const isWhole = /^-?\d+$/.test(digits) && (type === 'int' || type === 'long' || decimalParts(type) !== undefined);
      if (!isWhole) return undefined;
      return type === 'int' ? Number(digits) : BigInt(digits);
    }
  }
}

const MS_A_DAY = 86_400_000;

function microseconds(text: string): bigint | undefined {
  const [, day, time, fraction = ''] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?(?:\+00)?$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  return BigInt(Date.parse(`${day}T${time}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

/** Iceberg's "single-value serialization". */
export function toBytes(type: string, value: Exclude<StoredValue, null>): Buffer {
  if (Buffer.isBuffer(value)) return value;
  if (typeof value === 'string') return Buffer.from(value);
  if (typeof value === 'boolean') return Buffer.from([value ? 1 : 0]);
  if (decimalParts(type)) return twosComplement(BigInt(value));
  const bytes = Buffer.alloc(type === 'int' || type === 'date' || type === 'float' ? 4 : 8);
  if (type === 'float') bytes.writeFloatLE(Number(value));
  else if (type === 'double') bytes.writeDoubleLE(Number(value));
  else if (bytes.length === 4) bytes.writeInt32LE(Number(value));
  else bytes.writeBigInt64LE(BigInt(value));
  return bytes;
}

/** The highest byte first; as few bytes as it takes, or `size`. */
export function twosComplement(value: bigint, size = bytesFor(value)): Buffer {
  const digits = BigInt.asUintN(size * 8, value).toString(16);
  return Buffer.from(digits.padStart(size * 2, '0'), 'hex');
}

function bytesFor(value: bigint): number {
  let size = 1;
  while (BigInt.asIntN(size * 8, value) !== value) size += 1;
  return size;
}
