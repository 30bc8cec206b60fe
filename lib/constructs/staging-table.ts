import { CfnTable } from 'aws-cdk-lib/aws-glue';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { RESULT_COLUMNS } from '../../contracts/result-row.ts';
import { MOST_SHARDS, PREFIXES } from '../../contracts/storage-keys.ts';
import { STAGED_TABLE } from '../../contracts/table-names.ts';

export interface StagingTableProps {
  readonly catalogId: string;
  readonly databaseName: string;
  readonly bucket: Bucket;
}

/**
 * An external table over the staged rows, so that they can be queried the moment they settle. Partitions are
 * projected: no crawler, no partition to add. `evaluation_id` is injected, so a query must name the run. Every column is
 * text, and an object that is no JSON is a row of NULLs: a value that does not fit its type would fail every query that
 * reads it, and with it the load of all rows. The queries cast, see `core/sql/staged-rows.ts`.
 */
export class StagingTable extends CfnTable {
  constructor(scope: Construct, id: string, { catalogId, databaseName, bucket }: StagingTableProps) {
    const location = bucket.s3UrlForObject(PREFIXES.staged);
    super(scope, id, {
      catalogId,
      databaseName,
      tableInput: {
        name: STAGED_TABLE,
        tableType: 'EXTERNAL_TABLE',
        partitionKeys: [
          { name: 'evaluation_id', type: 'string' },
          { name: 'shard', type: 'int' },
        ],
        parameters: {
          classification: 'json',
          'projection.enabled': 'true',
          'projection.evaluation_id.type': 'injected',
          'projection.shard.type': 'integer',
          'projection.shard.range': `0,${MOST_SHARDS - 1}`,
          'storage.location.template': `${location}evaluation_id=\${evaluation_id}/shard=\${shard}/`,
        },
        storageDescriptor: jsonLines(
          location,
          // The partition column of the same name stands for it.
          Object.keys(RESULT_COLUMNS).filter((name) => name !== 'evaluation_id'),
        ),
      },
    });
  }
}

/** Objects of JSON lines whose members are read as text. */
export const jsonLines = (location: string, columns: readonly string[]) => ({
  location,
  inputFormat: 'org.apache.hadoop.mapred.TextInputFormat',
  outputFormat: 'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat',
  serdeInfo: {
    serializationLibrary: 'org.openx.data.jsonserde.JsonSerDe',
    parameters: { 'ignore.malformed.json': 'true' },
  },
  columns: columns.map((name) => ({ name, type: 'string' })),
});
