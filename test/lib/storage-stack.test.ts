import { readFileSync } from 'node:fs';
import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { synthesize } from './synthesize.ts';

describe('the storage stack', () => {
  let storage: Template;
  beforeAll(() => {
    ({ storage } = synthesize());
  });

  it('keeps one bucket that is encrypted, versioned, private and survives the stack', () => {
    storage.resourceCountIs('AWS::S3::Bucket', 1);
    storage.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        BucketEncryption: Match.anyValue(),
        VersioningConfiguration: { Status: 'Enabled' },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      },
    });
  });

  it('refuses every request to the bucket that does not come over TLS', () => {
    storage.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Deny',
            Action: 's3:*',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
        ]),
      },
    });
  });

  it('lets working files expire and keeps results and exports', () => {
    const [bucket] = Object.values(storage.findResources('AWS::S3::Bucket'));
    const rules = bucket?.Properties.LifecycleConfiguration.Rules as { Prefix?: string; ExpirationInDays?: number }[];
    const expiring = rules.filter((rule) => rule.ExpirationInDays).map((rule) => rule.Prefix);
    const working = [
      'athena-results/',
      'imports/',
      'replies/',
      'runs/',
      'scores/',
      'staged/',
      'traces/',
      'whole-answers/',
    ];
    expect(expiring.sort()).toEqual(working);
  });

  it('lets old versions of objects expire, and the delete markers they leave behind', () => {
    const [bucket] = Object.values(storage.findResources('AWS::S3::Bucket'));
    expect(bucket?.Properties.LifecycleConfiguration.Rules).toContainEqual({
      Id: 'old-versions',
      Status: 'Enabled',
      NoncurrentVersionExpiration: { NoncurrentDays: 30 },
      ExpiredObjectDeleteMarker: true,
    });
  });

  it('never changes an Iceberg table, since CloudFormation would break it', () => {
    const tables = Object.entries(storage.findResources('AWS::Glue::Table'))
      .filter(([, { Properties }]) => Properties.OpenTableFormatInput)
      .map(([id, { Properties }]) => [id, Properties]);
    const file = new URL('iceberg-tables.json', import.meta.url);
    expect(`${JSON.stringify(Object.fromEntries(tables), undefined, 2)}\n`).toBe(readFileSync(file, 'utf8'));
  });

  it('leaves the Iceberg tables to Athena when asked to', () => {
    const { storage, orchestration } = synthesize({ tableCreation: 'athena' });
    storage.hasResourceProperties('AWS::Glue::Table', { TableInput: { Name: 'evaluation_results_staged' } });
    expect(storage.findResources('AWS::Glue::Table', { Properties: { OpenTableFormatInput: {} } })).toEqual({});
    orchestration.hasResourceProperties('Custom::AddedColumns', {
      tables: ['evaluation_datasets', 'evaluation_results_evaluations', 'monitor_results'].map((name) =>
        Match.objectLike({ name, buckets: 16 }),
      ),
    });
  });

  it('projects the staging table’s partitions, so that staged rows are visible at once', () => {
    storage.hasResourceProperties('AWS::Glue::Table', {
      TableInput: {
        Name: 'evaluation_results_staged',
        Parameters: Match.objectLike({
          'projection.enabled': 'true',
          'projection.evaluation_id.type': 'injected',
          'projection.shard.range': '0,199',
        }),
      },
    });
  });

  it('lets a query read the rows of one import at a time', () => {
    storage.hasResourceProperties('AWS::Glue::Table', {
      TableInput: {
        Name: 'evaluation_datasets_imported',
        Parameters: Match.objectLike({ 'projection.enabled': 'true', 'projection.import_id.type': 'injected' }),
      },
    });
  });

  it('keeps runs and configs in tables that can be restored', () => {
    for (const key of ['evaluation_id', 'config_id']) {
      storage.hasResource('AWS::DynamoDB::Table', {
        DeletionPolicy: 'RetainExceptOnCreate',
        Properties: {
          KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
          BillingMode: 'PAY_PER_REQUEST',
          PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        },
      });
    }
  });

  it('keeps the counts of batches, a run’s together in row order, until nobody asks for them any more', () => {
    storage.hasResourceProperties('AWS::DynamoDB::Table', {
      KeySchema: [
        { AttributeName: 'evaluation_id', KeyType: 'HASH' },
        { AttributeName: 'batch', KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
    });
  });

  it('names everything a client needs in its outputs', () => {
    expect(Object.keys(storage.findOutputs('*'))).toEqual(
      expect.arrayContaining([
        'DataBucketName',
        'DatabaseName',
        'CatalogName',
        'WorkGroupName',
        'RunsTableName',
        'ConfigsTableName',
      ]),
    );
  });
});

describe.each(['glue', 's3tables'])('the storage stack with tables=%s', (tables) => {
  interface Kept {
    readonly Type: string;
    readonly Properties: { readonly OpenTableFormatInput?: unknown };
    readonly DeletionPolicy?: string;
    readonly UpdateReplacePolicy?: string;
  }
  let resources: Record<string, Kept>;
  beforeAll(() => {
    resources = synthesize({ tables }).storage.toJSON().Resources;
  });

  it('keeps everything that holds data when it is deleted, and nothing of a first deployment that failed', () => {
    const HOLDS_DATA = /^AWS::(S3::Bucket|DynamoDB::Table|Glue::Database|S3Tables::(TableBucket|Namespace|Table))$/;
    for (const [id, { Type, Properties, DeletionPolicy, UpdateReplacePolicy }] of Object.entries(resources)) {
      // External tables are definitions: their rows are objects of the bucket.
      if (!HOLDS_DATA.test(Type) && !Properties.OpenTableFormatInput) continue;
      expect({ id, DeletionPolicy, UpdateReplacePolicy }).toEqual({
        id,
        DeletionPolicy: 'RetainExceptOnCreate',
        UpdateReplacePolicy: 'Retain',
      });
    }
  });
});

describe('Iceberg maintenance', () => {
  it('is Glue’s own in the Glue catalog: compaction, snapshots and orphan files of every table, kept as long as asked', () => {
    const { orchestration } = synthesize({ snapshotDays: '30' });
    orchestration.resourceCountIs('AWS::Glue::TableOptimizer', 9);
    for (const TableName of ['evaluation_datasets', 'evaluation_results_evaluations', 'monitor_results']) {
      for (const Type of ['compaction', 'orphan_file_deletion']) {
        orchestration.hasResourceProperties('AWS::Glue::TableOptimizer', { TableName, Type });
      }
      orchestration.hasResourceProperties('AWS::Glue::TableOptimizer', {
        TableName,
        Type: 'retention',
        TableOptimizerConfiguration: {
          RetentionConfiguration: { IcebergConfiguration: { SnapshotRetentionPeriodInDays: 30 } },
        },
      });
    }
  });

  it('is S3 Tables’ own there', () => {
    synthesize({ tables: 's3tables' }).orchestration.resourceCountIs('AWS::Glue::TableOptimizer', 0);
  });
});

describe('context', () => {
  it('keeps stages apart by name', () => {
    const { storage } = synthesize({ stage: 'dev' });
    storage.hasOutput('DatabaseName', { Value: 's3_evaluation_db_dev' });
    storage.hasOutput('WorkGroupName', { Value: 'rollcall-dev' });
  });

  it.each([
    [{ tables: 'hive' }, 'Context tables is "hive": must be glue or s3tables.'],
    [{ stage: 'My Stage' }, 'Context stage is "My Stage"'],
    [{ snapshotDays: 'all' }, 'Context snapshotDays is "all"'],
    [
      { toolLambdaArns: 'my-function' },
      'Context toolLambdaArns is "my-function": 0.arn: "my-function" is not an ARN of lambda',
    ],
    [
      { endpointSecrets: [{ arn: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:a', hosts: ['a/b'] }] },
      'hosts holds "a/b"; each must be a host such as api.example.com',
    ],
    [{ endpointSecrets: '[{' }, 'Context endpointSecrets is "[{": must be a list'],
  ])('refuses %j and says what is allowed', (context, message) => {
    expect(() => synthesize(context)).toThrow(message);
  });
});
