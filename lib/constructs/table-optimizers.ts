import { ArnFormat, Stack } from 'aws-cdk-lib';
import { CfnTableOptimizer } from 'aws-cdk-lib/aws-glue';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { allow } from '../allow.ts';
import { ICEBERG_TABLES } from '../iceberg-tables.ts';
import type { Settings } from '../settings.ts';
import type { StorageStack } from '../stacks/storage-stack.ts';

/** Glue's maintenance of Iceberg tables: compaction, expired snapshots, orphaned files. S3 Tables does this by itself. */
export class TableOptimizers extends Construct {
  constructor(scope: Construct, id: string, storage: StorageStack, { snapshotDays, orphanFileDays }: Settings) {
    super(scope, id);
    const { databaseName } = storage;
    const stack = Stack.of(this);
    const glue = (resource: string, resourceName?: string) =>
      stack.formatArn({ service: 'glue', resource, resourceName });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('glue.amazonaws.com') });
    const why = 'The tables of our own database.';
    storage.allowObjects(role, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], [PREFIXES.warehouse]);
    allow(role, ['s3:ListBucket'], [storage.bucketArn]);
    allow(
      role,
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
      role,
      ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
      logs,
      'Glue names the groups and streams of its optimizers itself.',
    );
    const retention = {
      snapshotRetentionPeriodInDays: snapshotDays,
      numberOfSnapshotsToRetain: 1,
      cleanExpiredFiles: true,
    };
    const orphans = { orphanFileRetentionPeriodInDays: orphanFileDays };
    for (const [type, configuration] of Object.entries({
      compaction: {},
      retention: { retentionConfiguration: { icebergConfiguration: retention } },
      orphan_file_deletion: { orphanFileDeletionConfiguration: { icebergConfiguration: orphans } },
    })) {
      for (const table of ICEBERG_TABLES) {
        const optimizer = new CfnTableOptimizer(this, `${table.id}-${type}`, {
          catalogId: stack.account,
          databaseName,
          tableName: table.name,
          type,
          tableOptimizerConfiguration: { enabled: true, roleArn: role.roleArn, ...configuration },
        });
        optimizer.node.addDependency(role);
      }
    }
  }
}
