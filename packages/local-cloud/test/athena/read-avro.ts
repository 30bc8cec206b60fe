type Schema = string | Schema[] | { readonly type: string; readonly fields: readonly { name: string; type: Schema }[] };

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
  const text = (): string => {
    const length = long();
    at += length;
    return bytes.toString('utf8', at - length, at);
  };
  const value = (schema: Schema): unknown => {
    if (Array.isArray(schema)) return value(schema[long()] ?? 'null');
    if (typeof schema === 'object')
      return Object.fromEntries(schema.fields.map(({ name, type }) => [name, value(type)]));
    if (schema === 'null') return null;
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
