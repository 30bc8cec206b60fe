import { CfnNamespace, CfnTable, CfnTableBucket } from 'aws-cdk-lib/aws-s3tables';
import { Construct } from 'constructs';
import { DATASET_COLUMNS } from '../../contracts/dataset-row.ts';
import { MONITOR_RESULT_COLUMNS } from '../../contracts/monitor-results-table.ts';
import { RESULT_COLUMNS } from '../../contracts/result-row.ts';
import { firstColumns } from '../../contracts/table-columns.ts';
import { DATASETS_TABLE, MONITOR_RESULTS_TABLE, RESULTS_TABLE } from '../../contracts/table-names.ts';
import { KEPT } from '../kept.ts';

export interface S3TablesProps {
  readonly tableBucketName: string;
  readonly namespace: string;
  /** Whether there are monitors, with a table of their results. */
  readonly hasMonitors: boolean;
}

/**
 * The Iceberg tables in an S3 table bucket. Athena reaches them through the catalog
 * `s3tablescatalog/<bucket>`, which an account integrates once per region.
 */
export class S3Tables extends Construct {
  constructor(scope: Construct, id: string, props: S3TablesProps) {
    super(scope, id);
    const bucket = new CfnTableBucket(this, 'TableBucket', { tableBucketName: props.tableBucketName });
    const namespace = new CfnNamespace(this, 'Namespace', {
      tableBucketArn: bucket.attrTableBucketArn,
      namespace: props.namespace,
    });
    bucket.applyRemovalPolicy(KEPT);
    namespace.applyRemovalPolicy(KEPT);
    for (const [tableName, columns] of [
      [DATASETS_TABLE, DATASET_COLUMNS],
      [RESULTS_TABLE, RESULT_COLUMNS],
      ...(props.hasMonitors ? [[MONITOR_RESULTS_TABLE, MONITOR_RESULT_COLUMNS] as const] : []),
    ] as const) {
      const table = new CfnTable(this, tableName, {
        tableBucketArn: bucket.attrTableBucketArn,
        namespace: props.namespace,
        tableName,
        openTableFormat: 'ICEBERG',
        icebergMetadata: {
          icebergSchema: {
            // Their ids are their positions here, which are those of the contracts.
            schemaFieldList: firstColumns(columns).map(({ name, type }) => ({ name, type, required: false })),
          },
        },
      });
      table.addResourceDependency(namespace);
      // To delete an S3 table is to delete its rows.
      table.applyRemovalPolicy(KEPT);
    }
  }
}
