import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handlers } from '../../src/assembly/resources/index.ts';
import { createLocalCloud, type LocalCloud } from '../../src/create-local-cloud.ts';
import { writeAssembly } from './write-assembly.ts';

const arn = (logicalId: string) => ({ 'Fn::GetAtt': [logicalId, 'Arn'] });
const ref = (Ref: string) => ({ Ref });
const trust = (...Service: string[]) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service } }],
});
const allow = (Action: string, more: object = {}) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action, Resource: '*', ...more }],
});
const columns = (...names: string[]) => names.map((Name) => ({ Name, Type: 'string' }));
const fields = (...names: string[]) =>
  names.map((Name, index) => ({ Id: index + 1, Name, Type: 'string', Required: false }));

const ANSWERING = `exports.handler = ({ ResponseURL, ...request }) => fetch(ResponseURL, {
  method: 'PUT', body: JSON.stringify({ Status: 'SUCCESS', PhysicalResourceId: 'made' }) }).then(({ status }) => status)`;

/** One resource of every hosted type. `edited` changes something in each that can be updated in place. */
function template(edited: boolean): object {
  const pick = <T>(first: T, second: T): T => (edited ? second : first);
  const resource = (Type: string, Properties: object, more: object = {}) => ({ Type, Properties, ...more });
  const definition = {
    StartAt: 'End',
    QueryLanguage: 'JSONata',
    States: { End: { Type: 'Pass', End: true, Output: `\${out}` } },
  };
  const queueStatement = { Principal: { Service: 'sns.amazonaws.com' }, Sid: pick('a', 'b') };
  const index = {
    IndexName: 'by-status',
    KeySchema: [{ AttributeName: 'status', KeyType: 'HASH' }],
    Projection: { ProjectionType: 'ALL' },
  };
  const attribute = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
  return {
    Resources: {
      Bucket: resource('AWS::S3::Bucket', { VersioningConfiguration: { Status: pick('Enabled', 'Suspended') } }),
      BucketPolicy: resource('AWS::S3::BucketPolicy', {
        Bucket: ref('Bucket'),
        PolicyDocument: allow(pick('s3:GetObject', 's3:*'), { Principal: '*' }),
      }),
      ManagedPolicy: resource('AWS::IAM::ManagedPolicy', { PolicyDocument: allow(pick('s3:GetObject', 's3:*')) }),
      Role: resource('AWS::IAM::Role', {
        AssumeRolePolicyDocument: trust('lambda.amazonaws.com', 'states.amazonaws.com'),
        ManagedPolicyArns: [ref('ManagedPolicy')],
        Policies: [{ PolicyName: 'p', PolicyDocument: allow('sqs:*', { Sid: pick('a', 'b') }) }],
      }),
      Policy: resource('AWS::IAM::Policy', {
        PolicyName: 'q',
        PolicyDocument: allow(pick('sns:Publish', 'sns:*')),
        Roles: [ref('Role')],
      }),
      Function: resource('AWS::Lambda::Function', {
        Role: arn('Role'),
        Runtime: 'nodejs22.x',
        Handler: 'index.handler',
        Code: { ZipFile: ANSWERING },
        Timeout: 60,
        ReservedConcurrentExecutions: pick(2, 3),
        Description: pick('one', 'two'),
      }),
      Custom: resource('AWS::CloudFormation::CustomResource', {
        ServiceToken: arn('Function'),
        Value: pick('one', 'two'),
      }),
      Permission: resource('AWS::Lambda::Permission', {
        Action: 'lambda:InvokeFunction',
        FunctionName: ref('Function'),
        Principal: pick('events.amazonaws.com', 'sns.amazonaws.com'),
        SourceArn: arn('Rule'),
      }),
      EventInvokeConfig: resource('AWS::Lambda::EventInvokeConfig', {
        FunctionName: ref('Function'),
        Qualifier: '$LATEST',
        MaximumRetryAttempts: pick(0, 1),
      }),
      Work: resource('AWS::SQS::Queue', { VisibilityTimeout: pick(60, 120) }),
      EventSourceMapping: resource('AWS::Lambda::EventSourceMapping', {
        FunctionName: ref('Function'),
        EventSourceArn: arn('Work'),
        BatchSize: pick(1, 2),
      }),
      Machine: resource('AWS::StepFunctions::StateMachine', {
        RoleArn: arn('Role'),
        DefinitionString: JSON.stringify(definition),
        DefinitionSubstitutions: { out: pick('first', 'second') },
      }),
      Rule: resource('AWS::Events::Rule', {
        EventPattern: { source: [pick('aws.states', 'mine')] },
        Targets: [{ Id: pick('a', 'b'), Arn: arn('Function') }],
      }),
      Api: resource('AWS::ApiGatewayV2::Api', { Name: pick('one', 'two'), ProtocolType: 'HTTP' }),
      Integration: resource('AWS::ApiGatewayV2::Integration', {
        ApiId: ref('Api'),
        IntegrationType: 'AWS_PROXY',
        IntegrationUri: arn('Function'),
        PayloadFormatVersion: '2.0',
        TimeoutInMillis: pick(1000, 2000),
      }),
      Route: resource('AWS::ApiGatewayV2::Route', {
        ApiId: ref('Api'),
        RouteKey: pick('GET /a', 'GET /b'),
        Target: { 'Fn::Join': ['/', ['integrations', ref('Integration')]] },
      }),
      Stage: resource('AWS::ApiGatewayV2::Stage', {
        ApiId: ref('Api'),
        StageName: '$default',
        AutoDeploy: true,
        Description: pick('one', 'two'),
      }),
      Topic: resource('AWS::SNS::Topic', { DisplayName: pick('one', 'two') }),
      TopicPolicy: resource('AWS::SNS::TopicPolicy', {
        Topics: [ref('Topic')],
        PolicyDocument: allow('sns:Publish', { Principal: '*', Sid: pick('a', 'b') }),
      }),
      Queue: resource('AWS::SQS::Queue', { VisibilityTimeout: pick('10', '20') }),
      QueuePolicy: resource('AWS::SQS::QueuePolicy', {
        Queues: [ref('Queue')],
        PolicyDocument: allow('sqs:SendMessage', queueStatement),
      }),
      Subscription: resource('AWS::SNS::Subscription', {
        TopicArn: ref('Topic'),
        Protocol: 'sqs',
        Endpoint: arn('Queue'),
        RawMessageDelivery: pick(true, false),
      }),
      Table: resource('AWS::DynamoDB::Table', {
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: pick([attribute('id')], [attribute('id'), attribute('status')]),
        BillingMode: 'PAY_PER_REQUEST',
        GlobalSecondaryIndexes: pick(undefined, [index]),
        TimeToLiveSpecification: pick(
          { AttributeName: 'expires', Enabled: true },
          { AttributeName: 'ends', Enabled: true },
        ),
      }),
      GlobalTable: resource('AWS::DynamoDB::GlobalTable', {
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [attribute('id')],
        Replicas: [{ Region: ref('AWS::Region') }],
        TimeToLiveSpecification: { AttributeName: 'expires', Enabled: pick(true, false) },
      }),
      Database: resource('AWS::Glue::Database', {
        CatalogId: ref('AWS::AccountId'),
        DatabaseInput: { Name: 'db', Description: pick('one', 'two') },
      }),
      External: resource('AWS::Glue::Table', {
        CatalogId: ref('AWS::AccountId'),
        DatabaseName: ref('Database'),
        TableInput: {
          Name: 'rows',
          TableType: 'EXTERNAL_TABLE',
          Parameters: { classification: 'json' },
          StorageDescriptor: { Location: 's3://b/rows/', Columns: pick(columns('a'), columns('a', 'b')) },
        },
      }),
      Iceberg: resource('AWS::Glue::Table', {
        CatalogId: ref('AWS::AccountId'),
        DatabaseName: ref('Database'),
        Name: 'results',
        OpenTableFormatInput: {
          IcebergInput: {
            MetadataOperation: 'CREATE',
            Version: '2',
            IcebergTableInput: {
              Location: { 'Fn::Sub': `s3://\${Bucket}/results` },
              Schema: { Type: 'struct', Fields: fields('a') },
            },
          },
        },
      }),
      WorkGroup: resource('AWS::Athena::WorkGroup', {
        Name: 'group',
        Description: pick('one', 'two'),
        WorkGroupConfiguration: {
          EnforceWorkGroupConfiguration: true,
          ResultConfiguration: { OutputLocation: { 'Fn::Sub': `s3://\${Bucket}/${pick('a', 'b')}/` } },
        },
      }),
      NamedQuery: resource('AWS::Athena::NamedQuery', {
        Database: 'db',
        QueryString: pick('SELECT 1', 'SELECT 2'),
        WorkGroup: ref('WorkGroup'),
      }),
      TableBucket: resource('AWS::S3Tables::TableBucket', { TableBucketName: 'table-bucket' }),
      TableBucketPolicy: resource('AWS::S3Tables::TableBucketPolicy', {
        TableBucketARN: { 'Fn::GetAtt': ['TableBucket', 'TableBucketARN'] },
        ResourcePolicy: allow('s3tables:*', { Principal: '*', Sid: pick('a', 'b') }),
      }),
      Namespace: resource('AWS::S3Tables::Namespace', {
        TableBucketARN: { 'Fn::GetAtt': ['TableBucket', 'TableBucketARN'] },
        Namespace: 'ns',
      }),
      S3Table: resource(
        'AWS::S3Tables::Table',
        {
          TableBucketARN: { 'Fn::GetAtt': ['TableBucket', 'TableBucketARN'] },
          Namespace: 'ns',
          TableName: 'rows',
          OpenTableFormat: 'ICEBERG',
          IcebergMetadata: { IcebergSchema: { SchemaFieldList: [{ Name: 'a', Type: 'string' }] } },
        },
        { DependsOn: 'Namespace' },
      ),
      Secret: resource('AWS::SecretsManager::Secret', {
        Name: 'key',
        KmsKeyId: pick('one', 'two'),
        SecretString: pick('{"k":"one"}', '{"k":"two"}'),
      }),
      Reader: resource(
        'AWS::Athena::NamedQuery',
        { Database: 'db', QueryString: 'SELECT 1', Description: '{{resolve:secretsmanager:key:SecretString:k}}' },
        { DependsOn: 'Secret' },
      ),
      Registered: resource('AWS::LakeFormation::Resource', {
        ResourceArn: 'arn:aws:s3:::lake/tables',
        UseServiceLinkedRole: true,
      }),
      LogGroup: resource('AWS::Logs::LogGroup', { RetentionInDays: pick(7, 30) }),
    },
  };
}

let root: string;
let cloud: LocalCloud;
const lines: string[] = [];

const assembly = (Resources: object) => writeAssembly(join(root, 'cdk.out'), { App: { template: Resources } });
const call = <T>(service: string, operation: string, input: object) =>
  cloud.context.call<T>(service, operation, input, cloud.context.administrator);

async function physicalId(logicalId: string): Promise<string> {
  const { StackResources } = await call<{ StackResources: { PhysicalResourceId: string }[] }>(
    'cloudformation',
    'DescribeStackResources',
    { StackName: 'App', LogicalResourceId: logicalId },
  );
  return StackResources[0]?.PhysicalResourceId ?? '';
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'local-cloud-resources-'));
  const assemblies = [assembly(template(false))];
  cloud = await createLocalCloud({ data: join(root, 'data'), port: 0, assemblies, log: (line) => lines.push(line) });
});

afterAll(async () => {
  await cloud?.close();
  rmSync(root, { recursive: true, force: true });
});

describe('every hosted type', () => {
  const { Resources } = template(false) as { Resources: Record<string, { Type: string }> };
  const count = Object.keys(Resources).length;

  it('is in the template of this test, and created', () => {
    const used = new Set(Object.values(Resources).map(({ Type }) => Type));
    expect([...handlers.keys()].filter((type) => !used.has(type))).toEqual([]);
    expect(lines).toContainEqual(expect.stringContaining(`Loaded App: ${count} created`));
  });

  it('fills in a secret without keeping it', async () => {
    const { NamedQuery } = await call<{ NamedQuery: { Description: string } }>('athena', 'GetNamedQuery', {
      NamedQueryId: await physicalId('Reader'),
    });
    expect(NamedQuery.Description).toBe('one');
  });

  it('is updated in place when its properties change', async () => {
    const before = await physicalId('Machine');
    await cloud.load([assembly(template(true))]);
    const unchanged = ['TableBucket', 'Namespace', 'S3Table', 'Iceberg', 'Reader', 'Registered'];
    const summary = `${count - unchanged.length} updated, ${unchanged.length} unchanged`;
    expect(lines).toContainEqual(expect.stringContaining(summary));

    expect(await physicalId('Machine')).toBe(before);
    const machine = await call<{ definition: string }>('states', 'DescribeStateMachine', { stateMachineArn: before });
    expect(machine.definition).toContain('"Output":"second"');
    const rule = await call<{ Targets: { Id: string }[] }>('events', 'ListTargetsByRule', {
      Rule: await physicalId('Rule'),
    });
    expect(rule.Targets.map(({ Id }) => Id)).toEqual(['b']);
    const table = { TableName: await physicalId('Table') };
    const described = await call<{ Table: { GlobalSecondaryIndexes: object[] } }>('dynamodb', 'DescribeTable', table);
    expect(described.Table.GlobalSecondaryIndexes).toHaveLength(1);
    const expiry = await call<{ TimeToLiveDescription: object }>('dynamodb', 'DescribeTimeToLive', table);
    expect(expiry.TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'ends' });
    const group = await call<{ WorkGroup: object }>('athena', 'GetWorkGroup', { WorkGroup: 'group' });
    expect(JSON.stringify(group)).toContain('/b/');
  });

  it('is deleted when it is gone from the template', async () => {
    lines.length = 0;
    await cloud.load([assembly({ Resources: {} })]);
    expect(lines).toEqual([`Loaded App: 0 created, 0 updated, 0 unchanged, ${count} deleted.`]);
  });
});
