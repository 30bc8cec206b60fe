import type { TableRecord } from '../../glue/catalog.ts';
import { type DataFile, type Snapshot, sum } from './manifests.ts';
import { FIRST_PARTITION_FIELD, type PartitionColumn, specOf } from './partition-spec.ts';
import type { IcebergField } from './schema.ts';

/** What a table's files hold, as they were written. */
export interface Published {
  readonly fields: readonly IcebergField[];
  readonly lastColumnId: number;
  readonly partitions: readonly PartitionColumn[];
  readonly sequence: number;
  readonly writtenAt: number;
  readonly files: readonly DataFile[];
  /** None where the table has no rows. */
  readonly snapshot?: Snapshot & {
    readonly manifestList: string;
    readonly manifest: { readonly uri: string; readonly bytes: number };
  };
}

/** Iceberg's summary of a snapshot. */
function summaryOf({ files }: Published): Record<string, string> {
  const rows = String(sum(files, (file) => file.rows));
  const bytes = String(sum(files, (file) => file.bytes));
  return {
    'added-data-files': String(files.length),
    'added-records': rows,
    'added-files-size': bytes,
    'changed-partition-count': String(new Set(files.map(({ partition }) => partition.map(String).join('\n'))).size),
    'total-records': rows,
    'total-files-size': bytes,
    'total-data-files': String(files.length),
    'total-delete-files': '0',
    'total-position-deletes': '0',
    'total-equality-deletes': '0',
  };
}

/** A version 2 metadata file with the one snapshot there is. */
export function tableMetadata(record: TableRecord, location: string, published: Published): object {
  const { snapshot, fields, partitions, sequence, writtenAt } = published;
  const { table_type: _type, ...properties } = record.input.Parameters ?? {};
  return {
    'format-version': 2,
    'table-uuid': record.id,
    location,
    'last-sequence-number': sequence,
    'last-updated-ms': writtenAt,
    'last-column-id': published.lastColumnId,
    schemas: [{ type: 'struct', 'schema-id': 0, fields }],
    'current-schema-id': 0,
    'partition-specs': [specOf(partitions)],
    'default-spec-id': 0,
    'last-partition-id': Math.max(FIRST_PARTITION_FIELD - 1, ...partitions.map(({ id }) => id)),
    'sort-orders': [{ 'order-id': 0, fields: [] }],
    'default-sort-order-id': 0,
    properties,
    ...(snapshot
      ? {
          'current-snapshot-id': snapshot.id,
          refs: { main: { 'snapshot-id': snapshot.id, type: 'branch' } },
          snapshots: [
            {
              'snapshot-id': snapshot.id,
              'sequence-number': sequence,
              'timestamp-ms': writtenAt,
              'manifest-list': snapshot.manifestList,
              summary: { operation: 'append', ...summaryOf(published) },
              'schema-id': 0,
            },
          ],
          'snapshot-log': [{ 'snapshot-id': snapshot.id, 'timestamp-ms': writtenAt }],
        }
      : { snapshots: [], 'snapshot-log': [] }),
    'metadata-log': [],
  };
}
