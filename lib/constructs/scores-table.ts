import { CfnTable } from 'aws-cdk-lib/aws-glue';
import type { Construct } from 'constructs';
import { MOST_SHARDS, PREFIXES } from '../../contracts/storage-keys.ts';
import { SCORES_TABLE } from '../../contracts/table-names.ts';
import { jsonLines, type StagingTableProps } from './staging-table.ts';

/** An external table over scores that are about to be loaded: one partition a run, pass and shard. */
export class ScoresTable extends CfnTable {
  constructor(scope: Construct, id: string, { catalogId, databaseName, bucket }: StagingTableProps) {
    const location = bucket.s3UrlForObject(PREFIXES.scores);
    super(scope, id, {
      catalogId,
      databaseName,
      tableInput: {
        name: SCORES_TABLE,
        tableType: 'EXTERNAL_TABLE',
        partitionKeys: [
          { name: 'evaluation_id', type: 'string' },
          { name: 'scoring_id', type: 'string' },
          { name: 'shard', type: 'int' },
        ],
        parameters: {
          classification: 'json',
          'projection.enabled': 'true',
          'projection.evaluation_id.type': 'injected',
          'projection.scoring_id.type': 'injected',
          'projection.shard.type': 'integer',
          'projection.shard.range': `0,${MOST_SHARDS - 1}`,
          'storage.location.template': `${location}evaluation_id=\${evaluation_id}/scoring_id=\${scoring_id}/shard=\${shard}/`,
        },
        storageDescriptor: jsonLines(location, ['sample_id', 'scores', 'passed']),
      },
    });
  }
}
