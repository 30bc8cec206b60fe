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

/** Iceberg types as Hive spells them. Times are text here: the JSON SerDe reads no ISO 8601 with a zone. */
const HIVE_TYPES: Readonly<Record<string, string>> = { long: 'bigint', timestamp: 'string' };

/**
 * An external table over the staged rows, so that they can be queried the moment they settle. Partitions are
 * projected: no crawler, no partition to add. `evaluation_id` is injected, so a query must name the run.
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
        storageDescriptor: {
          location,
          inputFormat: 'org.apache.hadoop.mapred.TextInputFormat',
          outputFormat: 'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat',
          serdeInfo: { serializationLibrary: 'org.openx.data.jsonserde.JsonSerDe' },
          columns: Object.entries(RESULT_COLUMNS)
            // The partition column of the same name stands for it.
            .filter(([name]) => name !== 'evaluation_id')
            .map(([name, type]) => ({ name, type: HIVE_TYPES[type] ?? type })),
        },
      },
    });
  }
}
