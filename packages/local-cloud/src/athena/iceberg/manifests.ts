import { type AvroSchema, type AvroValue, avroFile } from './avro.ts';
import type { ColumnMetrics } from './metrics.ts';
import { type PartitionColumn, partitionRecord, partitionValues, specOf } from './partition-spec.ts';
import type { IcebergField } from './schema.ts';
import { type StoredValue, toBytes } from './stored-value.ts';

export interface DataFile {
  readonly uri: string;
  readonly rows: number;
  readonly bytes: number;
  /** Of the table's partition columns, in their order. */
  readonly partition: readonly StoredValue[];
  readonly metrics: readonly ColumnMetrics[];
}

export interface Snapshot {
  readonly id: number;
  readonly sequence: number;
}

/** What lies in one partition column's values in a manifest's files. */
export interface PartitionSummary {
  readonly hasNull: boolean;
  readonly lower?: Exclude<StoredValue, null>;
  readonly upper?: Exclude<StoredValue, null>;
}

const record = (name: string, fields: readonly [number, string, AvroSchema][]): AvroSchema => ({
  type: 'record',
  name,
  fields: fields.map(([id, field, type]) => ({
    'field-id': id,
    name: field,
    type,
    ...(Array.isArray(type) ? { default: null } : {}),
  })),
});

/** A map whose keys are no text is an array of pairs in Avro. */
const byField = (key: number, value: number, type: AvroSchema): AvroSchema => [
  'null',
  {
    type: 'array',
    logicalType: 'map',
    items: record(`k${key}_v${value}`, [
      [key, 'key', 'int'],
      [value, 'value', type],
    ]),
  },
];

const entrySchema = (partitions: readonly PartitionColumn[]): AvroSchema =>
  record('manifest_entry', [
    [0, 'status', 'int'],
    [1, 'snapshot_id', ['null', 'long']],
    [3, 'sequence_number', ['null', 'long']],
    [4, 'file_sequence_number', ['null', 'long']],
    [
      2,
      'data_file',
      record('r2', [
        [134, 'content', 'int'],
        [100, 'file_path', 'string'],
        [101, 'file_format', 'string'],
        [102, 'partition', partitionRecord(partitions)],
        [103, 'record_count', 'long'],
        [104, 'file_size_in_bytes', 'long'],
        [108, 'column_sizes', byField(117, 118, 'long')],
        [109, 'value_counts', byField(119, 120, 'long')],
        [110, 'null_value_counts', byField(121, 122, 'long')],
        [137, 'nan_value_counts', byField(138, 139, 'long')],
        [125, 'lower_bounds', byField(126, 127, 'bytes')],
        [128, 'upper_bounds', byField(129, 130, 'bytes')],
      ]),
    ],
  ]);

/** A manifest that lists data files, all added by the snapshot. */
export function manifest(
  files: readonly DataFile[],
  fields: readonly IcebergField[],
  partitions: readonly PartitionColumn[],
  { id, sequence }: Snapshot,
): Buffer {
  const spec = specOf(partitions);
  const metadata = {
    schema: JSON.stringify({ type: 'struct', 'schema-id': 0, fields }),
    'schema-id': '0',
    'partition-spec': JSON.stringify(spec.fields),
    'partition-spec-id': String(spec['spec-id']),
    'format-version': '2',
    content: 'data',
  };
  const ADDED = 1;
  return avroFile(
    entrySchema(partitions),
    metadata,
    files.map((file) => ({
      status: ADDED,
      snapshot_id: id,
      sequence_number: sequence,
      file_sequence_number: sequence,
      data_file: {
        content: 0,
        file_path: file.uri,
        file_format: 'PARQUET',
        partition: partitionValues(partitions, file.partition),
        record_count: file.rows,
        file_size_in_bytes: file.bytes,
        column_sizes: pairs(file, ({ bytes }) => bytes),
        value_counts: pairs(file, ({ values }) => values),
        null_value_counts: pairs(file, ({ nulls }) => nulls),
        nan_value_counts: pairs(file, ({ nans }) => nans),
        lower_bounds: pairs(file, ({ type, lower }) => (lower === undefined ? undefined : toBytes(type, lower))),
        upper_bounds: pairs(file, ({ type, upper }) => (upper === undefined ? undefined : toBytes(type, upper))),
      },
    })),
  );
}

function pairs({ metrics }: DataFile, told: (column: ColumnMetrics) => AvroValue | undefined): AvroValue {
  return metrics.flatMap((column) => {
    const value = told(column);
    return value === undefined ? [] : { key: column.field, value };
  });
}

const LISTED = record('manifest_file', [
  [500, 'manifest_path', 'string'],
  [501, 'manifest_length', 'long'],
  [502, 'partition_spec_id', 'int'],
  [517, 'content', 'int'],
  [515, 'sequence_number', 'long'],
  [516, 'min_sequence_number', 'long'],
  [503, 'added_snapshot_id', 'long'],
  [504, 'added_files_count', 'int'],
  [505, 'existing_files_count', 'int'],
  [506, 'deleted_files_count', 'int'],
  [512, 'added_rows_count', 'long'],
  [513, 'existing_rows_count', 'long'],
  [514, 'deleted_rows_count', 'long'],
  [
    507,
    'partitions',
    [
      'null',
      {
        type: 'array',
        'element-id': 508,
        items: record('r508', [
          [509, 'contains_null', 'boolean'],
          [518, 'contains_nan', ['null', 'boolean']],
          [510, 'lower_bound', ['null', 'bytes']],
          [511, 'upper_bound', ['null', 'bytes']],
        ]),
      },
    ],
  ],
]);

/** The list of a snapshot's one manifest. */
export function manifestList(
  manifest: { readonly uri: string; readonly bytes: number },
  files: readonly DataFile[],
  partitions: readonly PartitionColumn[],
  { id, sequence }: Snapshot,
): Buffer {
  const metadata = { 'snapshot-id': String(id), 'sequence-number': String(sequence), 'format-version': '2' };
  return avroFile(LISTED, metadata, [
    {
      manifest_path: manifest.uri,
      manifest_length: manifest.bytes,
      partition_spec_id: specOf(partitions)['spec-id'],
      content: 0,
      sequence_number: sequence,
      min_sequence_number: sequence,
      added_snapshot_id: id,
      added_files_count: files.length,
      existing_files_count: 0,
      deleted_files_count: 0,
      added_rows_count: sum(files, ({ rows }) => rows),
      existing_rows_count: 0,
      deleted_rows_count: 0,
      partitions: partitionSummaries(files, partitions).map(({ hasNull, lower, upper }, index) => {
        const type = partitions[index]?.type ?? '';
        return {
          contains_null: hasNull,
          contains_nan: null,
          lower_bound: lower === undefined ? null : toBytes(type, lower),
          upper_bound: upper === undefined ? null : toBytes(type, upper),
        };
      }),
    },
  ]);
}

export const sum = (files: readonly DataFile[], of: (file: DataFile) => number): number =>
  files.reduce((total, file) => total + of(file), 0);

function partitionSummaries(files: readonly DataFile[], partitions: readonly PartitionColumn[]): PartitionSummary[] {
  return partitions.map((_column, index) => {
    const values = files.map(({ partition }) => partition[index] ?? null);
    const there = values.filter((value) => value !== null && !Number.isNaN(value)).sort(inOrder);
    return { hasNull: values.includes(null), lower: there[0] ?? undefined, upper: there.at(-1) ?? undefined };
  });
}

/** Texts by their code points, not by UTF-16 units. */
function inOrder(a: StoredValue, b: StoredValue): number {
  const [one, other] = [comparable(a), comparable(b)];
  if (Buffer.isBuffer(one) && Buffer.isBuffer(other)) return Buffer.compare(one, other);
  return one < other ? -1 : 1;
}

function comparable(value: StoredValue): number | bigint | Buffer {
  if (typeof value === 'string') return Buffer.from(value);
  return value === null || typeof value === 'boolean' ? Number(value) : value;
}
