import { randomBytes } from 'node:crypto';

type AvroScalar = 'null' | 'boolean' | 'int' | 'long' | 'float' | 'double' | 'bytes' | 'string';

/** As much of Avro's schemas as Iceberg's manifests need. */
export type AvroSchema =
  | AvroScalar
  | readonly ['null', AvroSchema]
  | { readonly type: 'int' | 'long'; readonly logicalType: string; readonly 'adjust-to-utc'?: boolean }
  | {
      readonly type: 'fixed';
      readonly name: string;
      readonly size: number;
      readonly logicalType: string;
      readonly precision?: number;
      readonly scale?: number;
    }
  | {
      readonly type: 'array';
      readonly items: AvroSchema;
      readonly 'element-id'?: number;
      readonly logicalType?: 'map';
    }
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

export type AvroValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Buffer
  | readonly AvroValue[]
  | { readonly [field: string]: AvroValue };

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
  if (typeof schema === 'string') return encodedScalar(schema, value);
  if (!('type' in schema)) {
    const branch = value === null ? 0 : 1;
    return Buffer.concat([long(branch), encoded(schema[branch], value)]);
  }
  switch (schema.type) {
    case 'record': {
      const fields = value as { readonly [field: string]: AvroValue };
      return Buffer.concat(schema.fields.map(({ name, type }) => encoded(type, fields[name] ?? null)));
    }
    case 'array': {
      const items = value as readonly AvroValue[];
      const block = items.length > 0 ? [long(items.length), ...items.map((item) => encoded(schema.items, item))] : [];
      return Buffer.concat([...block, long(0)]);
    }
    case 'fixed':
      return value as Buffer;
    default:
      return encodedScalar(schema.type, value);
  }
}

function encodedScalar(schema: AvroScalar, value: AvroValue): Buffer {
  switch (schema) {
    case 'null':
      return Buffer.alloc(0);
    case 'boolean':
      return Buffer.from([value ? 1 : 0]);
    case 'int':
    case 'long':
      return long(value as number | bigint);
    case 'float': {
      const bytes = Buffer.alloc(4);
      bytes.writeFloatLE(Number(value));
      return bytes;
    }
    case 'double': {
      const bytes = Buffer.alloc(8);
      bytes.writeDoubleLE(Number(value));
      return bytes;
    }
    case 'bytes':
      return Buffer.concat([long((value as Buffer).length), value as Buffer]);
    case 'string':
      return text(String(value));
  }
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([long(bytes.length), bytes]);
}

/** Zigzag, seven bits a byte, the lowest first. */
function long(value: number | bigint): Buffer {
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
