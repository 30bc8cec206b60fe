import { ArnFormat, Stack } from 'aws-cdk-lib';
import { type CfnTable, CfnTableOptimizer } from 'aws-cdk-lib/aws-glue';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { allow } from '../allow.ts';
import type { Retention } from '../settings.ts';

export interface TableOptimizersProps {
  readonly databaseName: string;
  readonly bucket: Bucket;
  readonly retention: Retention;
}

/**
 * Glue's own maintenance of Iceberg tables: small files become few, old snapshots and files nobody refers to go. It costs
 * when it has something to do. (S3 Tables does this by itself.)
 */
export class TableOptimizers extends Construct {
  readonly #role: Role;
  readonly #retention: Retention;

  constructor(scope: Construct, id: string, { databaseName, bucket, retention }: TableOptimizersProps) {
    super(scope, id);
    this.#retention = retention;
    const stack = Stack.of(this);
    const glue = (resource: string, resourceName?: string) =>
      stack.formatArn({ service: 'glue', resource, resourceName });
    this.#role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('glue.amazonaws.com') });
    const why = 'Files of our own tables, and the tables of our own database.';
    allow(
      this.#role,
      ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
      [bucket.arnForObjects(`${PREFIXES.warehouse}*`)],
      why,
    );
    allow(this.#role, ['s3:ListBucket'], [bucket.bucketArn]);
    allow(
      this.#role,
      ['glue:GetTable', 'glue:UpdateTable'],
      [glue('catalog'), glue('database', databaseName), glue('table', `${databaseName}/*`)],
      why,
    );
    const logs = ['compaction', 'retention', 'orphan-file-deletion'].map((kind) =>
      stack.formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: `/aws-glue/iceberg-${kind}/logs:*`,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    );
    allow(
      this.#role,
      ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
      logs,
      'Glue names the groups and streams of its optimizers itself.',
    );
  }

  maintain(table: CfnTable): void {
    const { snapshotDays, orphanFileDays } = this.#retention;
    this.#optimizer(table, 'compaction', {});
    this.#optimizer(table, 'retention', {
      retentionConfiguration: {
        icebergConfiguration: {
          snapshotRetentionPeriodInDays: snapshotDays,
          numberOfSnapshotsToRetain: 1,
          cleanExpiredFiles: true,
        },
      },
    });
    this.#optimizer(table, 'orphan_file_deletion', {
      orphanFileDeletionConfiguration: { icebergConfiguration: { orphanFileRetentionPeriodInDays: orphanFileDays } },
    });
  }

  #optimizer(
    table: CfnTable,
    type: string,
    configuration: Omit<CfnTableOptimizer.TableOptimizerConfigurationProperty, 'roleArn' | 'enabled'>,
  ): void {
    const { catalogId, databaseName, name = '' } = table;
    const optimizer = new CfnTableOptimizer(this, `${table.node.id}-${type}`, {
      catalogId,
      databaseName,
      tableName: name,
      type,
      tableOptimizerConfiguration: { enabled: true, roleArn: this.#role.roleArn, ...configuration },
    });
    optimizer.addResourceDependency(table);
    optimizer.node.addDependency(this.#role);
  }
}
