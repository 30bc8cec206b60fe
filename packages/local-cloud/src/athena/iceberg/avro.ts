import { randomBytes } from 'node:crypto';

/** As much of Avro's schemas as Iceberg's manifests need. */
export type AvroSchema =
  | 'null'
  | 'int'
  | 'long'
  | 'string'
  | readonly ['null', AvroSchema]
  | {
      readonly type: 'record';
      readonly name: string;
      readonly fields: readonly {
        readonly name: string;
        readonly type: AvroSchema;
        readonly 'field-id': number;
        readonly default?: null;
      }[];
    };

type AvroValue = null | number | string | { readonly [field: string]: AvroValue };

/** An Avro object container file with one block, not compressed. */
export function avroFile(
  schema: AvroSchema,
  metadata: Readonly<Record<string, string>>,
  values: readonly AvroValue[],
): Buffer {
  const header = { ...metadata, 'avro.schema': JSON.stringify(schema), 'avro.codec': 'null' };
  const entries = Object.entries(header).map(([key, value]) => Buffer.concat([text(key), text(value)]));
  const sync = randomBytes(16);
  const block = Buffer.concat(values.map((value) => encoded(schema, value)));
  return Buffer.concat([
    Buffer.from('Obj\u0001'),
    long(entries.length),
    ...entries,
    long(0),
    sync,
    long(values.length),
    long(block.length),
    block,
    sync,
  ]);
}

function encoded(schema: AvroSchema, value: AvroValue): Buffer {
  if (schema === 'null') return Buffer.alloc(0);
  if (schema === 'string') return text(String(value));
  if (schema === 'int' || schema === 'long') return long(Number(value));
  if ('fields' in schema) {
    const fields = value as { readonly [field: string]: AvroValue };
    return Buffer.concat(schema.fields.map(({ name, type }) => encoded(type, fields[name] ?? null)));
  }
  const branch = value === null ? 0 : 1;
  return Buffer.concat([long(branch), encoded(schema[branch], value)]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([long(bytes.length), bytes]);
}

/** Zigzag, seven bits a byte, the lowest first. */
function long(value: number): Buffer {
  let rest = BigInt(value) * 2n;
  if (rest < 0n) rest = -rest - 1n;
  const bytes: number[] = [];
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}
