import type { TableRecord } from '../../glue/catalog.ts';
import { type Snapshot, UNPARTITIONED } from './manifests.ts';
import type { IcebergField } from './schema.ts';

export interface Published extends Snapshot {
  readonly fields: readonly IcebergField[];
  readonly lastColumnId: number;
  readonly rows: number;
  readonly bytes: number;
  /** None where the table has no rows. */
  readonly manifestList?: string;
}

/** Iceberg numbers partition fields from here on. */
export const FIRST_PARTITION_FIELD = 1000;

/** A version 2 metadata file with the one snapshot there is. */
export function tableMetadata(record: TableRecord, location: string, published: Published): object {
  const { id, sequence, manifestList, fields, rows, bytes } = published;
  const now = Date.now();
  const partitions = (record.partitionFields ?? []).map(({ SourceId, FieldId, Name, Transform }, index) => ({
    'source-id': SourceId,
    'field-id': FieldId ?? FIRST_PARTITION_FIELD + index,
    name: Name,
    transform: Transform,
  }));
  // Files were written before the table was partitioned, so to speak: Iceberg lets a spec change without them.
  const partitioned = partitions.length > 0 ? [{ 'spec-id': 1, fields: partitions }] : [];
  const total = { 'total-data-files': '1', 'total-records': String(rows), 'total-files-size': String(bytes) };
  const snapshot = {
    'snapshot-id': id,
    'sequence-number': sequence,
    'timestamp-ms': now,
    'manifest-list': manifestList,
    summary: { operation: 'append', 'added-data-files': '1', 'added-records': String(rows), ...total },
    'schema-id': 0,
  };
  const { table_type: _type, ...properties } = record.input.Parameters ?? {};
  return {
    'format-version': 2,
    'table-uuid': record.id,
    location,
    'last-sequence-number': sequence,
    'last-updated-ms': now,
    'last-column-id': published.lastColumnId,
    schemas: [{ type: 'struct', 'schema-id': 0, fields }],
    'current-schema-id': 0,
    'partition-specs': [UNPARTITIONED, ...partitioned],
    'default-spec-id': partitioned.length,
    'last-partition-id': Math.max(FIRST_PARTITION_FIELD - 1, ...partitions.map((field) => field['field-id'])),
    'sort-orders': [{ 'order-id': 0, fields: [] }],
    'default-sort-order-id': 0,
    properties,
    ...(manifestList
      ? {
          'current-snapshot-id': id,
          refs: { main: { 'snapshot-id': id, type: 'branch' } },
          snapshots: [snapshot],
          'snapshot-log': [{ 'snapshot-id': id, 'timestamp-ms': now }],
        }
      : { snapshots: [], 'snapshot-log': [] }),
    'metadata-log': [],
  };
}
