import type { TableRecord } from '../../glue/catalog.ts';
import type { AvroSchema, AvroValue } from './avro.ts';
import type { IcebergField } from './schema.ts';
import { decimalParts, type StoredValue, storedSql, twosComplement } from './stored-value.ts';

/** Iceberg numbers partition fields from here on. */
export const FIRST_PARTITION_FIELD = 1000;

/** One field of what a table is partitioned by. */
export interface PartitionColumn {
  readonly id: number;
  readonly name: string;
  readonly transform: string;
  readonly source: IcebergField;
  /** The type of its values. */
  readonly type: string;
}

export function partitionColumns(
  { partitionFields = [] }: TableRecord,
  fields: readonly IcebergField[],
): PartitionColumn[] {
  return partitionFields.map(({ SourceId, FieldId, Name, Transform }, index) => {
    const source = fields.find(({ id }) => id === SourceId);
    if (!source || typeof source.type !== 'string') {
      throw new Error(`The partition field ${Name} is of field ${SourceId}, which is no column with a plain type`);
    }
    const id = FieldId ?? FIRST_PARTITION_FIELD + index;
    return { id, name: Name, transform: Transform, source, type: typeOfValues(Transform, source.type) };
  });
}

function typeOfValues(transform: string, source: string): string {
  if (transform === 'day') return 'date';
  return /^(?:bucket|year|month|hour)/.test(transform) ? 'int' : source;
}

export const specOf = (columns: readonly PartitionColumn[]) => ({
  'spec-id': 0,
  fields: columns.map(({ id, name, transform, source }) => ({
    'source-id': source.id,
    'field-id': id,
    name,
    transform,
  })),
});

/** The value a row is filed under, as it is kept, by the value of its source column. */
export function transformSql({ transform, source }: PartitionColumn, column: string): string {
  const type = String(source.type);
  const stored = storedSql(type, column);
  const [, name = '', size = ''] = /^(\w+)(?:\[(\d+)\])?$/.exec(transform) ?? [];
  // Without the zone, whose functions are an extension's.
  const time = type === 'timestamptz' ? `make_timestamp(epoch_us(${column}))` : column;
  switch (name) {
    case 'identity':
      return stored;
    case 'void':
      return 'NULL';
    case 'bucket':
      return `CAST(js_iceberg_hash('${hashKind(type)}', CAST(${stored} AS VARCHAR)) AS BIGINT) % ${size}`;
    case 'truncate': {
      if (type === 'string') return `left(${column}, ${size})`;
      if (type === 'binary') return `left(${stored}, 2 * ${size})`;
      return `(${stored} - ((${stored} % ${size}) + ${size}) % ${size})`;
    }
    case 'year':
      return `(year(${time}) - 1970)`;
    case 'month':
      return `((year(${time}) - 1970) * 12 + month(${time}) - 1)`;
    case 'day':
      return `(CAST(${time} AS DATE) - DATE '1970-01-01')`;
    case 'hour':
      return `date_diff('hour', TIMESTAMP '1970-01-01', ${time})`;
    default:
      throw new Error(`Iceberg has no transform ${transform}`);
  }
}

function hashKind(type: string): string {
  if (type === 'string') return 'text';
  if (type === 'uuid' || type === 'binary') return 'bytes';
  return decimalParts(type) ? 'decimal' : 'long';
}

/** How a manifest has the values of a data file's partition. */
export const partitionRecord = (columns: readonly PartitionColumn[]): AvroSchema => ({
  type: 'record',
  name: 'r102',
  fields: columns.map(({ id, name, type }) => ({
    'field-id': id,
    name: avroName(name),
    type: ['null', avroType(type)],
    default: null,
  })),
});

/** The values by the names of that record's fields. */
export const partitionValues = (columns: readonly PartitionColumn[], values: readonly StoredValue[]): AvroValue =>
  Object.fromEntries(columns.map(({ name, type }, index) => [avroName(name), avroValue(type, values[index] ?? null)]));

function avroValue(type: string, value: StoredValue): AvroValue {
  const decimal = decimalParts(type);
  return decimal && typeof value === 'bigint' ? twosComplement(value, decimalSize(decimal.precision)) : value;
}

/** Avro's names have letters, digits and underscores only; Iceberg writes the others as their code. */
const avroName = (name: string): string =>
  name
    .replace(/^\d/, '_$&')
    .replace(/\W/gu, (character) => `_x${character.codePointAt(0)?.toString(16).toUpperCase()}`);

function avroType(type: string): AvroSchema {
  const decimal = decimalParts(type);
  if (decimal) {
    const { precision, scale } = decimal;
    const name = `decimal_${precision}_${scale}`;
    return { type: 'fixed', name, size: decimalSize(precision), logicalType: 'decimal', ...decimal };
  }
  switch (type) {
    case 'date':
      return { type: 'int', logicalType: 'date' };
    case 'timestamp':
    case 'timestamptz':
      return { type: 'long', logicalType: 'timestamp-micros', 'adjust-to-utc': type === 'timestamptz' };
    case 'uuid':
      return { type: 'fixed', name: 'uuid_fixed', size: 16, logicalType: 'uuid' };
    case 'binary':
      return 'bytes';
    case 'boolean':
    case 'int':
    case 'long':
    case 'float':
    case 'double':
    case 'string':
      return type;
    default:
      throw new Error(`A partition cannot have values of type ${type}`);
  }
}

/** The bytes that the largest decimal of this many digits takes. */
function decimalSize(precision: number): number {
  const bits = (10n ** BigInt(precision)).toString(2).length + 1;
  return Math.ceil(bits / 8);
}
