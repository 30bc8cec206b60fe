import { type AvroSchema, avroFile } from './avro.ts';
import type { IcebergField } from './schema.ts';

export interface DataFile {
  readonly uri: string;
  readonly rows: number;
  readonly bytes: number;
}

export interface Snapshot {
  readonly id: number;
  readonly sequence: number;
}

/** Files are written without a partition, whatever the table's spec: this one. */
export const UNPARTITIONED = { 'spec-id': 0, fields: [] };

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

const ENTRY = record('manifest_entry', [
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
      [102, 'partition', record('r102', [])],
      [103, 'record_count', 'long'],
      [104, 'file_size_in_bytes', 'long'],
    ]),
  ],
]);

/** A manifest that lists one data file, added by the snapshot. */
export function manifest(file: DataFile, fields: readonly IcebergField[], { id, sequence }: Snapshot): Buffer {
  const metadata = {
    schema: JSON.stringify({ type: 'struct', 'schema-id': 0, fields }),
    'schema-id': '0',
    'partition-spec': JSON.stringify(UNPARTITIONED.fields),
    'partition-spec-id': String(UNPARTITIONED['spec-id']),
    'format-version': '2',
    content: 'data',
  };
  const dataFile = {
    content: 0,
    file_path: file.uri,
    file_format: 'PARQUET',
    partition: {},
    record_count: file.rows,
    file_size_in_bytes: file.bytes,
  };
  const ADDED = 1;
  return avroFile(ENTRY, metadata, [
    {
      status: ADDED,
      snapshot_id: id,
      sequence_number: sequence,
      file_sequence_number: sequence,
      data_file: dataFile,
    },
  ]);
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
]);

/** The list of a snapshot's one manifest. */
export function manifestList(uri: string, bytes: number, rows: number, { id, sequence }: Snapshot): Buffer {
  const metadata = { 'snapshot-id': String(id), 'sequence-number': String(sequence), 'format-version': '2' };
  return avroFile(LISTED, metadata, [
    {
      manifest_path: uri,
      manifest_length: bytes,
      partition_spec_id: UNPARTITIONED['spec-id'],
      content: 0,
      sequence_number: sequence,
      min_sequence_number: sequence,
      added_snapshot_id: id,
      added_files_count: 1,
      existing_files_count: 0,
      deleted_files_count: 0,
      added_rows_count: rows,
      existing_rows_count: 0,
      deleted_rows_count: 0,
    },
  ]);
}
