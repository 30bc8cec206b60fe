import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient, GetItemCommand, ListTablesCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import {
  GetFunctionConfigurationCommand,
  InvokeCommand,
  LambdaClient,
  ListFunctionsCommand,
} from '@aws-sdk/client-lambda';
import { CreateBucketCommand, ListBucketsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StackStore } from '../../src/assembly/stack-store.ts';
import { createLocalCloud, type LocalCloud } from '../../src/create-local-cloud.ts';
import { settingsFor } from '../support/create-test-cloud.ts';
import { type StackFixture, writeAssembly } from './write-assembly.ts';

let root: string;
let cloud: LocalCloud | undefined;
let lines: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'local-cloud-assembly-'));
  lines = [];
});

afterEach(async () => {
  await cloud?.close();
  cloud = undefined;
  rmSync(root, { recursive: true, force: true });
});

/** Starts, or loads again into what runs, and gives clients for it. */
async function load(...assemblies: Record<string, StackFixture>[]) {
  const directories = assemblies.map((stacks, index) => {
    const directory = join(root, `cdk.out.${index}`);
    rmSync(directory, { recursive: true, force: true });
    return writeAssembly(directory, stacks);
  });
  if (cloud) await cloud.load(directories);
  else
    cloud = await createLocalCloud({
      data: join(root, 'data'),
      port: 0,
      assemblies: directories,
      log: (line) => lines.push(line),
    });
  return clientsOf(cloud);
}

async function restart(): Promise<void> {
  await cloud?.close();
  cloud = undefined;
}

function clientsOf({ endpoint }: LocalCloud) {
  const config = settingsFor(endpoint);
  return {
    s3: new S3Client({ ...config, forcePathStyle: true }),
    lambda: new LambdaClient(config),
    dynamodb: new DynamoDBClient(config),
    sfn: new SFNClient(config),
    cloudformation: new CloudFormationClient(config),
  };
}

const trust = (Service: string) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service } }],
});

const role = (...Statement: object[]) => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: trust('lambda.amazonaws.com'),
    Policies: Statement.length === 0 ? [] : [{ PolicyName: 'p', PolicyDocument: { Version: '2012-10-17', Statement } }],
  },
});

const fn = (code: string, more: object = {}) => ({
  Type: 'AWS::Lambda::Function',
  Properties: {
    Runtime: 'nodejs22.x',
    Handler: 'index.handler',
    Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
    Code: { ZipFile: code },
    ...more,
  },
});

const table = (more: object = {}) => ({
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
  },
  ...more,
});

const stack = (Resources: object, more: object = {}): StackFixture => ({ template: { Resources, ...more } });

async function outputsOf(name: string): Promise<Record<string, string>> {
  if (!cloud) throw new Error('not started');
  const { Stacks } = await clientsOf(cloud).cloudformation.send(new DescribeStacksCommand({ StackName: name }));
  return Object.fromEntries((Stacks?.[0]?.Outputs ?? []).map((output) => [output.OutputKey, output.OutputValue ?? '']));
}

async function invoke(functionName: string, payload: object = {}): Promise<unknown> {
  if (!cloud) throw new Error('not started');
  const answer = await clientsOf(cloud).lambda.send(
    new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(payload) }),
  );
  return JSON.parse(Buffer.from(answer.Payload ?? []).toString());
}

describe('loading an assembly', () => {
  it('creates what the template says, in the order its references need', async () => {
    await load({
      App: stack(
        {
          Function: fn('exports.handler = async () => process.env.TABLE', {
            Environment: { Variables: { TABLE: { Ref: 'Table' } } },
          }),
          Table: table(),
          Role: role(),
        },
        { Outputs: { Name: { Value: { Ref: 'Function' } }, Table: { Value: { Ref: 'Table' } } } },
      ),
    });
    const { Name = '', Table = '' } = await outputsOf('App');
    expect(Name).toMatch(/^App-Function-[A-Z0-9]{12}$/);
    expect(await invoke(Name)).toBe(Table);
  });

  it('publishes assets and runs them', async () => {
    const withAsset = {
      S3Bucket: { 'Fn::Sub': `cdk-hnb659fds-assets-\${AWS::AccountId}-\${AWS::Region}` },
      S3Key: 'abc.zip',
    };
    await load({
      App: {
        ...stack({ Role: role(), Function: fn('', { FunctionName: 'from-asset', Code: withAsset }) }),
        assets: {
          abc: {
            'index.js': 'exports.handler = async () => require("./lib/answer.js")',
            'lib/answer.js': 'module.exports = 42',
          },
        },
      },
    });
    expect(await invoke('from-asset')).toBe(42);
  });

  it('runs what CloudFormation has made of a SAM template, with code and definition in the bucket they were packaged to', async () => {
    const { s3, sfn } = await load({ Empty: stack({}) });
    await s3.send(new CreateBucketCommand({ Bucket: 'sam-artifacts' }));
    const put = (Key: string, Body: Uint8Array | string) =>
      s3.send(new PutObjectCommand({ Bucket: 'sam-artifacts', Key, Body }));
    await put('support/code', zipSync({ 'app.js': Buffer.from('exports.handler = async ({ q }) => q.toUpperCase()') }));
    const invokeTool = { Type: 'Task', Resource: `\${ToolArn}`, End: true };
    await put('support/agent', JSON.stringify({ StartAt: 'Ask', States: { Ask: invokeTool } }));
    const createdBySam = [{ Key: 'lambda:createdBy', Value: 'SAM' }];
    const trusting = (Service: string, Policies: object[] = []) => ({
      Type: 'AWS::IAM::Role',
      Properties: {
        AssumeRolePolicyDocument: {
          Version: '2012-10-17',
          Statement: [{ Action: ['sts:AssumeRole'], Effect: 'Allow', Principal: { Service: [Service] } }],
        },
        ManagedPolicyArns: ['arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'],
        Policies,
        Tags: createdBySam,
      },
    });
    const mayInvoke = { Statement: [{ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: '*' }] };
    await load({
      Support: stack({
        Tool: {
          Type: 'AWS::Lambda::Function',
          Properties: {
            Code: { S3Bucket: 'sam-artifacts', S3Key: 'support/code' },
            Handler: 'app.handler',
            Role: { 'Fn::GetAtt': ['ToolRole', 'Arn'] },
            Runtime: 'nodejs20.x',
            Tags: createdBySam,
          },
        },
        ToolRole: trusting('lambda.amazonaws.com'),
        Agent: {
          Type: 'AWS::StepFunctions::StateMachine',
          Properties: {
            DefinitionS3Location: { Bucket: 'sam-artifacts', Key: 'support/agent' },
            DefinitionSubstitutions: { ToolArn: { 'Fn::GetAtt': ['Tool', 'Arn'] } },
            RoleArn: { 'Fn::GetAtt': ['AgentRole', 'Arn'] },
            StateMachineName: 'sam-agent',
            StateMachineType: 'STANDARD',
            Tags: [{ Key: 'stateMachine:createdBy', Value: 'SAM' }],
          },
        },
        AgentRole: trusting('states.amazonaws.com', [{ PolicyName: 'AgentRolePolicy0', PolicyDocument: mayInvoke }]),
      }),
    });
    const agent = 'arn:aws:states:us-east-1:000000000000:stateMachine:sam-agent';
    const { executionArn } = await sfn.send(
      new StartExecutionCommand({ stateMachineArn: agent, input: '{"q":"why?"}' }),
    );
    await expect
      .poll(async () => (await sfn.send(new DescribeExecutionCommand({ executionArn }))).output, { timeout: 20_000 })
      .toBe('"WHY?"');
  });

  it('says of a SAM template itself what to load in its place', async () => {
    const template = {
      Transform: 'AWS::Serverless-2016-10-31',
      Resources: { Tool: { Type: 'AWS::Serverless::Function' } },
    };
    await expect(load({ Support: { template } })).rejects.toThrow(
      'Transform AWS::Serverless-2016-10-31: not hosted. Deploy the stack and load what CloudFormation made of it: aws cloudformation get-template --template-stage Processed',
    );
  });

  it('makes the same names in another data folder', async () => {
    const app = {
      App: stack({ Bucket: { Type: 'AWS::S3::Bucket' } }, { Outputs: { Name: { Value: { Ref: 'Bucket' } } } }),
    };
    await load(app);
    const first = await outputsOf('App');
    expect(first.Name).toMatch(/^app-bucket-[a-z0-9]{12}$/);
    await restart();
    rmSync(join(root, 'data'), { recursive: true });
    await load(app);
    expect(await outputsOf('App')).toEqual(first);
  });

  it('imports values across stacks and assemblies, whichever is named first', async () => {
    const consumer = stack(
      {},
      { Outputs: { Seen: { Value: { 'Fn::Sub': [`\${name}!`, { name: { 'Fn::ImportValue': 'bucket' } }] } } } },
    );
    const producer = stack(
      { Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'shared-data' } } },
      { Outputs: { Name: { Value: { Ref: 'Bucket' }, Export: { Name: 'bucket' } } } },
    );
    await load({ Consumer: consumer }, { Producer: producer });
    expect((await outputsOf('Consumer')).Seen).toBe('shared-data!');
  });

  it('leaves out what a condition rules out', async () => {
    const { s3 } = await load({
      App: stack(
        {
          Always: {
            Type: 'AWS::S3::Bucket',
            Properties: { BucketName: { 'Fn::If': ['Off', { Ref: 'Never' }, 'always'] } },
          },
          Never: { Type: 'AWS::S3::Bucket', Condition: 'Off' },
        },
        { Conditions: { Off: { 'Fn::Equals': ['a', 'b'] } } },
      ),
    });
    const { Buckets } = await s3.send(new ListBucketsCommand({}));
    expect(Buckets?.map((bucket) => bucket.Name)).toEqual(['always']);
  });

  it('names what is harmless and which properties have no effect', async () => {
    await load({
      App: stack({
        Alarm: { Type: 'AWS::CloudWatch::Alarm', Properties: { AlarmName: 'a' } },
        Other: { Type: 'AWS::CloudWatch::Alarm' },
        Bucket: { Type: 'AWS::S3::Bucket', Properties: { VersioningConfiguration: { Status: 'Enabled' } } },
      }),
    });
    expect(lines).toContain('Harmless here, and not run: AWS::CloudWatch::Alarm ×2.');
    expect(lines).toContain('Properties without effect here: AWS::S3::Bucket VersioningConfiguration.');
  });
});

describe('an Iceberg table that is there', () => {
  const iceberg = (Fields: object[], partition: object = {}) =>
    stack({
      Database: { Type: 'AWS::Glue::Database', Properties: { CatalogId: 'c', DatabaseInput: { Name: 'db' } } },
      Results: {
        Type: 'AWS::Glue::Table',
        DependsOn: 'Database',
        Properties: {
          CatalogId: 'c',
          DatabaseName: 'db',
          Name: 'results',
          OpenTableFormatInput: {
            IcebergInput: {
              MetadataOperation: 'CREATE',
              Version: '2',
              IcebergTableInput: {
                Location: 's3://b/results',
                Schema: { Type: 'struct', Fields },
                PartitionSpec: {
                  SpecId: 0,
                  Fields: [{ Name: 'part', SourceId: 1, Transform: 'identity', ...partition }],
                },
              },
            },
          },
        },
      },
    });
  const field = (Id: number, Name: string) => ({ Id, Name, Type: 'string', Required: false });

  it('is not changed by a template, which on AWS would take its metadata from it: neither ids nor columns', async () => {
    const published = [field(1, 'a'), field(2, 'b')];
    await load({ App: iceberg(published) });
    for (const changed of [
      [field(2, 'a'), field(1, 'b')],
      [...published, field(3, 'c')],
    ]) {
      await expect(load({ App: iceberg(changed) })).rejects.toThrow('ALTER TABLE results ADD COLUMNS');
    }
    await load({ App: iceberg(published, { FieldId: 1000 }) });
    await expect(load({ App: iceberg(published, { FieldId: 1001 }) })).rejects.toThrow('Iceberg table results');
  });
});

describe('an assembly that cannot be loaded', () => {
  it('is refused with every type and property that is not hosted, before anything is made', async () => {
    const refused = load({
      App: stack({
        Bucket: { Type: 'AWS::S3::Bucket', Properties: { ReplicationConfiguration: {} } },
        Instance: { Type: 'AWS::EC2::Instance' },
        Clean: { Type: 'AWS::RDS::DBInstance' },
      }),
    });
    await expect(refused).rejects.toThrow(
      [
        'The assembly cannot be hosted:',
        '  App/Bucket (AWS::S3::Bucket): the local cloud does not host its property ReplicationConfiguration',
        '  App/Instance (AWS::EC2::Instance): the local cloud does not host this type',
        '  App/Clean (AWS::RDS::DBInstance): the local cloud does not host this type',
      ].join('\n'),
    );
    const { s3 } = await load();
    expect((await s3.send(new ListBucketsCommand({}))).Buckets ?? []).toEqual([]);
  });

  it.each([
    [
      'resources that need each other',
      stack({ A: { Type: 'AWS::CDK::Metadata', DependsOn: 'B' }, B: { Type: 'AWS::CDK::Metadata', DependsOn: ['A'] } }),
      'Stack App: Circular dependency between resources: A → B → A',
    ],
    [
      'a reference to nothing',
      stack({ A: { Type: 'AWS::S3::Bucket', Properties: { BucketName: { Ref: 'Missing' } } } }),
      'Unresolved resource dependencies [Missing]',
    ],
    [
      'a missing export',
      stack({}, { Outputs: { O: { Value: { 'Fn::ImportValue': 'x' } } } }),
      'No export named x found',
    ],
    [
      'a bad name, with stack, resource, type and reason',
      stack({ A: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'Capital' } } }),
      /^Stack App: A \(AWS::S3::Bucket\): .*bucket/i,
    ],
    [
      'a role that does not trust Lambda',
      stack({
        Role: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: trust('states.amazonaws.com') } },
        Function: fn('exports.handler = async () => 1'),
      }),
      'The role defined for the function cannot be assumed by Lambda',
    ],
    [
      'a managed policy that is not known',
      stack({
        Role: {
          Type: 'AWS::IAM::Role',
          Properties: { AssumeRolePolicyDocument: trust('x'), ManagedPolicyArns: ['arn:aws:iam::aws:policy/Unknown'] },
        },
      }),
      'arn:aws:iam::aws:policy/Unknown',
    ],
    [
      'a condition operator that is not evaluated',
      stack({ Role: role({ Effect: 'Allow', Action: '*', Resource: '*', Condition: { BinaryEquals: { k: 'v' } } }) }),
      'BinaryEquals',
    ],
  ])('says so for %s', async (_what, app, message) => {
    await expect(load({ App: app })).rejects.toThrow(message);
  });

  it('goes on from what was made once the fault is mended', async () => {
    const good = { Good: table() };
    await expect(
      load({
        App: stack({ ...good, Bad: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'BAD' }, DependsOn: 'Good' } }),
      }),
    ).rejects.toThrow('Stack App: Bad');
    await load({ App: stack(good) });
    expect(lines.at(-1)).toContain('0 created, 0 updated, 1 unchanged');
  });
});

describe('loading again', () => {
  it('changes nothing when nothing was edited, also after a restart', async () => {
    const app = { App: stack({ Role: role(), Function: fn('exports.handler = async () => 1'), Table: table() }) };
    await load(app);
    await load(app);
    expect(lines.at(-1)).toBe('Loaded App: 0 created, 0 updated, 3 unchanged, 0 deleted.');
    await restart();
    await load(app);
    expect(lines.at(-1)).toBe('Loaded App: 0 created, 0 updated, 3 unchanged, 0 deleted.');
  });

  it('updates functions in place', async () => {
    const named = { FunctionName: 'hello' };
    const { lambda } = await load({
      App: stack({ Role: role(), Function: fn('exports.handler = async () => 1', named) }),
    });
    expect(await invoke('hello')).toBe(1);
    await load({
      App: stack({ Role: role(), Function: fn('exports.handler = async () => 2', { ...named, Timeout: '7' }) }),
    });
    expect(await invoke('hello')).toBe(2);
    const configuration = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName: 'hello' }));
    expect(configuration.Timeout).toBe(7);
    await load({ App: stack({ Role: role(), Function: fn('exports.handler = async () => 2', named) }) });
    const back = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName: 'hello' }));
    expect(back.Timeout).toBe(3);
  });

  it('deletes what is gone from the template and keeps what it says to retain', async () => {
    const { dynamodb, lambda } = await load({
      App: stack({
        Role: role(),
        Function: fn('exports.handler = async () => 1'),
        Kept: table({ DeletionPolicy: 'Retain' }),
        Gone: table(),
      }),
    });
    await load({ App: stack({ Role: role() }) });
    const { TableNames } = await dynamodb.send(new ListTablesCommand({}));
    expect(TableNames).toEqual([expect.stringMatching(/^App-Kept-/)]);
    expect((await lambda.send(new ListFunctionsCommand({}))).Functions).toEqual([]);
    await load({ App: stack({ Kept: table() }) });
    expect((await dynamodb.send(new ListTablesCommand({}))).TableNames).toHaveLength(2);
  });

  it('replaces a resource whose key changed, and not one the template named', async () => {
    const keyed = (name: string, more: object) => {
      const { Properties, ...rest } = table();
      const AttributeDefinitions = [{ AttributeName: name, AttributeType: 'S' }];
      const KeySchema = [{ AttributeName: name, KeyType: 'HASH' }];
      return { ...rest, Properties: { ...Properties, AttributeDefinitions, KeySchema, ...more } };
    };
    const { dynamodb } = await load({ App: stack({ Table: keyed('a', {}) }) });
    const [before] = (await dynamodb.send(new ListTablesCommand({}))).TableNames ?? [];
    await load({ App: stack({ Table: keyed('b', {}) }) });
    const { TableNames: after } = await dynamodb.send(new ListTablesCommand({}));
    expect(after).toHaveLength(1);
    expect(after).not.toContain(before);
    await load({ Named: stack({ Table: keyed('a', { TableName: 'named' }) }) });
    await expect(load({ Named: stack({ Table: keyed('b', { TableName: 'named' }) }) })).rejects.toThrow('Rename named');
  });

  it('keeps data over an update and a restart', async () => {
    const app = (stage: string) => ({
      App: stack(
        { Table: table(), Bucket: { Type: 'AWS::S3::Bucket' } },
        { Description: stage, Outputs: { Table: { Value: { Ref: 'Table' } }, Bucket: { Value: { Ref: 'Bucket' } } } },
      ),
    });
    const first = await load(app('one'));
    const { Table, Bucket } = await outputsOf('App');
    await first.dynamodb.send(new PutItemCommand({ TableName: Table, Item: { id: { S: 'x' }, n: { N: '1' } } }));
    await first.s3.send(new PutObjectCommand({ Bucket, Key: 'k', Body: 'v' }));
    await restart();
    const second = await load(app('two'));
    expect(await outputsOf('App')).toEqual({ Table, Bucket });
    const { Item } = await second.dynamodb.send(new GetItemCommand({ TableName: Table, Key: { id: { S: 'x' } } }));
    expect(Item?.n).toEqual({ N: '1' });
  });

  it('makes a resource anew whose making was cut short', async () => {
    const { Properties, ...rest } = table();
    const app = { App: stack({ Table: { ...rest, Properties: { ...Properties, TableName: 'named' } } }) };
    await load(app);
    await restart();
    const stacks = new StackStore(join(root, 'data'));
    const made = stacks.resource('App', 'Table');
    if (made) stacks.putResource({ ...made, status: 'CREATE_IN_PROGRESS', physicalId: '' });
    stacks.close();
    await load(app);
    expect(lines.at(-1)).toContain('1 created');
  });

  it('does not take away an export that a stack not loaded now imports', async () => {
    const producer = (outputs: object) => stack({}, { Outputs: outputs });
    const full = { Producer: producer({ V: { Value: 'v', Export: { Name: 'value' } } }) };
    await load(full, { Consumer: stack({}, { Outputs: { O: { Value: { 'Fn::ImportValue': 'value' } } } }) });
    await expect(load({ Producer: producer({ V: { Value: 'v' } }) })).rejects.toThrow(
      'Cannot delete export value as it is in use by Consumer',
    );
  });
});

describe('the roles of a template', () => {
  const reader = `
    const { DynamoDBClient, GetItemCommand } = require('@aws-sdk/client-dynamodb');
    exports.handler = async ({ table }) => {
      try {
        await new DynamoDBClient({}).send(new GetItemCommand({ TableName: table, Key: { id: { S: 'x' } } }));
        return 'allowed';
      } catch (error) {
        return { name: error.name, message: error.message };
      }
    };`;
  const app = (...statements: object[]) => ({
    App: stack(
      { Table: table(), Role: role(...statements), Function: fn(reader, { FunctionName: 'reader', Timeout: 20 }) },
      { Outputs: { Table: { Value: { Ref: 'Table' } }, Role: { Value: { Ref: 'Role' } } } },
    ),
  });
  const getItem = { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: { 'Fn::GetAtt': ['Table', 'Arn'] } };

  it('deny a function the call its role lacks, and allow it once the template does', async () => {
    await load(app());
    const { Table = '', Role = '' } = await outputsOf('App');
    expect(await invoke('reader', { table: Table })).toEqual({
      name: 'AccessDeniedException',
      message: `User: arn:aws:sts::000000000000:assumed-role/${Role}/reader is not authorized to perform: dynamodb:GetItem on resource: arn:aws:dynamodb:us-east-1:000000000000:table/${Table} because no identity-based policy allows the dynamodb:GetItem action`,
    });
    await load(app(getItem));
    expect(await invoke('reader', { table: Table })).toBe('allowed');
  });
});
