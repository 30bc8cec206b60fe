import { CfnNamespace, CfnTable, CfnTableBucket } from 'aws-cdk-lib/aws-s3tables';
import { Construct } from 'constructs';
import { firstColumns } from '../../contracts/table-columns.ts';
import { ICEBERG_TABLES } from '../iceberg-tables.ts';
import { KEPT } from '../kept.ts';

export interface S3TablesProps {
  readonly tableBucketName: string;
  readonly namespace: string;
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
    for (const { name: tableName, columns } of ICEBERG_TABLES) {
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
