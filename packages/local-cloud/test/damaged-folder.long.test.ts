import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Athena } from '@aws-sdk/client-athena';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { Lambda } from '@aws-sdk/client-lambda';
import { S3 } from '@aws-sdk/client-s3';
import { SFN } from '@aws-sdk/client-sfn';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLocalCloud, type LocalCloud, type LocalCloudOptions } from '../src/create-local-cloud.ts';
import { type StackFixture, writeAssembly } from './assembly/write-assembly.ts';
import { settingsFor } from './support/create-test-cloud.ts';

const root = mkdtempSync(join(tmpdir(), 'local-cloud-damaged-'));
/** A folder in which something of every kind was stored. */
const model = join(root, 'model');
const assembly = join(root, 'assembly');
const DEFINITION = JSON.stringify({ StartAt: 'Done', States: { Done: { Type: 'Pass', End: true } } });
const WorkGroup = 'primary';

const lambdaRole = {
  Statement: { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } },
};
const arn = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
/** Something of everything that a stack can leave in the folder. */
const stack: StackFixture = {
  assets: { code: { 'index.js': 'exports.handler = async () => "answer";' } },
  template: {
    Resources: {
      Role: { Type: 'AWS::IAM::Role', Properties: { AssumeRolePolicyDocument: lambdaRole } },
      Policy: {
        Type: 'AWS::IAM::Policy',
        Properties: {
          PolicyName: 'p',
          Roles: [{ Ref: 'Role' }],
          PolicyDocument: { Statement: { Effect: 'Allow', Action: 's3:GetObject', Resource: '*' } },
        },
      },
      Function: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          FunctionName: 'answering',
          Role: arn('Role'),
          Runtime: 'nodejs22.x',
          Handler: 'index.handler',
          Code: { S3Bucket: 'cdk-hnb659fds-assets-000000000000-us-east-1', S3Key: 'code.zip' },
        },
      },
      Queue: { Type: 'AWS::SQS::Queue', Properties: {} },
      Topic: { Type: 'AWS::SNS::Topic', Properties: {} },
      Subscription: {
        Type: 'AWS::SNS::Subscription',
        Properties: { TopicArn: { Ref: 'Topic' }, Protocol: 'sqs', Endpoint: arn('Queue') },
      },
      Secret: { Type: 'AWS::SecretsManager::Secret', Properties: { SecretString: 'hush' } },
      Rule: {
        Type: 'AWS::Events::Rule',
        Properties: { EventPattern: { source: ['x'] }, Targets: [{ Id: 'q', Arn: arn('Queue') }] },
      },
      Api: { Type: 'AWS::ApiGatewayV2::Api', Properties: { Name: 'a', ProtocolType: 'HTTP' } },
      Logs: { Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName: 'of-the-stack' } },
      Bucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: 'of-the-stack' } },
      Table: {
        Type: 'AWS::DynamoDB::Table',
        Properties: {
          TableName: 'of-the-stack',
          BillingMode: 'PAY_PER_REQUEST',
          AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
          KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        },
      },
    },
  },
};

let data = '';
let cloud: LocalCloud | undefined;
let said: string[] = [];

async function start(options: Partial<LocalCloudOptions> = {}) {
  said = [];
  cloud = await createLocalCloud({ data, log: (line) => said.push(line), ...options });
  const settings = settingsFor(cloud.endpoint);
  return {
    athena: new Athena(settings),
    lambda: new Lambda(settings),
    dynamodb: new DynamoDB(settings),
    logs: new CloudWatchLogs(settings),
    metrics: new CloudWatch(settings),
    s3: new S3(settings),
    sfn: new SFN(settings),
  };
}

async function query(athena: Athena, QueryString: string) {
  const { QueryExecutionId } = await athena.startQueryExecution({
    QueryString,
    WorkGroup,
    QueryExecutionContext: { Database: 'db' },
    ResultConfiguration: { OutputLocation: 's3://things/athena/' },
  });
  await vi.waitFor(async () => {
    const { QueryExecution } = await athena.getQueryExecution({ QueryExecutionId });
    expect(QueryExecution?.Status?.StateChangeReason).toBeUndefined();
    expect(QueryExecution?.Status?.State).toBe('SUCCEEDED');
  }, 20_000);
  const { ResultSet } = await athena.getQueryResults({ QueryExecutionId });
  return ResultSet?.Rows?.slice(1).map((row) => row.Data?.[0]?.VarCharValue);
}

beforeAll(async () => {
  writeAssembly(assembly, { Things: stack });
  data = model;
  const { athena, dynamodb, lambda, logs, metrics, s3, sfn } = await start({ assemblies: [assembly] });
  await lambda.invoke({ FunctionName: 'answering' });
  await s3.createBucket({ Bucket: 'things' });
  await s3.putObject({ Bucket: 'things', Key: 'a.row', Body: 'a row' });
  await s3.createBucket({ Bucket: 'others' });
  await dynamodb.createTable({
    TableName: 'items',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  });
  for (const id of ['1', '2', '3']) await dynamodb.putItem({ TableName: 'items', Item: { id: { S: id } } });
  await logs.createLogGroup({ logGroupName: 'group' });
  await logs.createLogStream({ logGroupName: 'group', logStreamName: 'stream' });
  await logs.putLogEvents({
    logGroupName: 'group',
    logStreamName: 'stream',
    logEvents: [{ timestamp: Date.now(), message: 'kept' }],
  });
  await metrics.putMetricData({ Namespace: 'n', MetricData: [{ MetricName: 'kept', Value: 1 }] });
  const roleArn = 'arn:aws:iam::000000000000:role/any';
  const { stateMachineArn } = await sfn.createStateMachine({ name: 'machine', definition: DEFINITION, roleArn });
  for (const name of ['one', 'two']) await sfn.startExecution({ stateMachineArn, name, input: '{}' });
  await vi.waitFor(async () => {
    const { executions } = await sfn.listExecutions({ stateMachineArn, statusFilter: 'SUCCEEDED' });
    expect(executions).toHaveLength(2);
  });
  await query(athena, 'CREATE DATABASE db');
  await query(athena, "CREATE TABLE t (n int) LOCATION 's3://things/t/' TBLPROPERTIES ('table_type' = 'ICEBERG')");
  await query(athena, 'INSERT INTO t VALUES (7)');
  await cloud?.close();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));
afterEach(async () => {
  await cloud?.close();
  cloud = undefined;
});

/** A copy of the folder, with one of its files changed. */
function damaged(file: string, change: (path: string) => void): string {
  data = mkdtempSync(join(root, 'copy-'));
  cpSync(model, data, { recursive: true });
  change(join(data, file));
  return join(data, file);
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
const found = (pattern: RegExp): string => filesBelow(model).find((file) => pattern.test(file)) ?? '';

const inTheMiddle = (text: string) => (path: string) => {
  const lines = readFileSync(path, 'utf8').split('\n');
  lines.splice(1, 0, text);
  writeFileSync(path, lines.join('\n'));
};
const garble = (path: string) => writeFileSync(path, 'garbage'.repeat(1000));

describe('the data folder', { timeout: 120_000 }, () => {
  it('is its owner’s alone, with all that is in it', async () => {
    data = join(root, 'open-to-all');
    await start();
    await cloud?.close();
    chmodSync(data, 0o755);
    await start();
    for (const folder of [data, model]) {
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      // DuckDB makes its write-ahead log itself, in a folder that nobody else can open.
      const open = readdirSync(folder, { recursive: true, withFileTypes: true })
        .map((entry) => join(entry.parentPath, entry.name))
        .filter((path) => (statSync(path).mode & 0o077) !== 0 && !path.endsWith('.wal'));
      expect(open).toEqual([]);
    }
  });

  it('with a line of state damaged says which, changes nothing, and starts without the line when told to repair', async () => {
    const path = damaged('dynamodb/tables.jsonl', inTheMiddle('{"table":"items","put":{"id"'));
    const before = readFileSync(path, 'utf8');
    await expect(start()).rejects.toThrow(/tables\.jsonl, line 2, is damaged.*Put back a copy.*--repair/s);
    expect(readFileSync(path, 'utf8')).toBe(before);
    const { dynamodb } = await start({ repair: true });
    expect((await dynamodb.scan({ TableName: 'items' })).Count).toBe(3);
    expect(said.join('\n')).toContain('line 2, was damaged');
    expect(readFileSync(`${path}.set-aside`, 'utf8')).toContain('"put":{"id"');
  });

  it('keeps the objects of a bucket whose journal is lost or damaged', async () => {
    const journal = 's3/things/journal.log';
    damaged(journal, (path) => truncateSync(path));
    await expect(start()).rejects.toThrow(/journal\.log is damaged.*bucket things aside/s);
    const object = found(/^s3\/things\/objects\/.*\.row$/);
    expect(existsSync(join(data, object))).toBe(true);
    const { s3 } = await start({ repair: true });
    expect((await s3.listBuckets({})).Buckets?.map(({ Name }) => Name)).not.toContain('things');
    expect(said.join('\n')).toContain('The file is kept as');
    await cloud?.close();

    damaged(journal, (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('{"put"', '{"p')));
    await (await start({ repair: true })).s3.headBucket({ Bucket: 'things' });
    expect(existsSync(join(data, object))).toBe(true);
  });

  it('says which object’s file is missing or too short', async () => {
    damaged(found(/^s3\/things\/objects\/.*\.row$/), (path) => truncateSync(path, 2));
    const { s3 } = await start();
    const read = () => s3.getObject({ Bucket: 'things', Key: 'a.row' });
    await expect(read()).rejects.toThrow('a.row is damaged: it has 2 bytes and should have 5');
    rmSync(join(data, found(/^s3\/things\/objects\/.*\.row$/)));
    await expect(read()).rejects.toThrow('a.row is missing');
  });

  it('with the tables’ file damaged says so, and sets it aside when told to repair', async () => {
    const path = damaged('athena/tables.duckdb', garble);
    await expect(start()).rejects.toThrow(/tables\.duckdb.* is damaged.*--repair/s);
    const { athena } = await start({ repair: true });
    expect(await query(athena, 'SELECT n FROM t')).toEqual([]);
    const kept = readdirSync(join(data, 'athena')).find((name) => name.startsWith('tables.duckdb.set-aside-'));
    expect(readFileSync(join(data, 'athena', kept ?? ''), 'utf8')).toContain('garbage');
    expect(path).toContain('tables.duckdb');
  });

  it('keeps the rows of tables that a damaged catalog no longer names', async () => {
    const path = damaged('glue/tables.jsonl', garble);
    const whole = readFileSync(join(model, 'glue/tables.jsonl'));
    await start({ repair: true });
    await cloud?.close();
    writeFileSync(path, whole);
    expect(await query((await start()).athena, 'SELECT n FROM t')).toEqual(['7']);
  });

  it('leaves out damaged lines in files of logs, metrics, histories and their index', async () => {
    const lines = inTheMiddle(['null', '5', '[]', '"abcd"', '[1,2,3,4]', '{"x":1}', '{"id'].join('\n'));
    damaged(found(/^logs\/.*\/\d+\.jsonl$/), lines);
    for (const file of [
      found(/^cloudwatch\/.*\.jsonl$/),
      'stepfunctions/executions/machine/index.jsonl',
      'stepfunctions/executions/machine/history/one.jsonl',
    ]) {
      lines(join(data, file));
    }
    const { logs, metrics, sfn } = await start();
    const { events } = await logs.filterLogEvents({ logGroupName: 'group' });
    expect(events?.map(({ message }) => message)).toEqual(['kept']);
    const Metric = { Namespace: 'n', MetricName: 'kept' };
    const { MetricDataResults } = await metrics.getMetricData({
      StartTime: new Date(Date.now() - 3_600_000),
      EndTime: new Date(Date.now() + 60_000),
      MetricDataQueries: [{ Id: 'kept', MetricStat: { Metric, Period: 60, Stat: 'SampleCount' } }],
    });
    expect(MetricDataResults?.[0]?.Values).toEqual([1]);
    const stateMachineArn = (await sfn.listStateMachines({})).stateMachines?.[0]?.stateMachineArn ?? '';
    expect((await sfn.listExecutions({ stateMachineArn })).executions).toHaveLength(2);
    const executionArn = `${stateMachineArn.replace(':stateMachine:', ':execution:')}:one`;
    expect((await sfn.getExecutionHistory({ executionArn })).events).toHaveLength(4);
  });

  it('names the damaged file of an execution or a definition, and goes on with the others', async () => {
    damaged('stepfunctions/executions/machine/history/one.jsonl', garble);
    garble(join(data, found(/^stepfunctions\/definitions\//)));
    const { sfn } = await start();
    const stateMachineArn = (await sfn.listStateMachines({})).stateMachines?.[0]?.stateMachineArn ?? '';
    const execution = (name: string) => `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${name}`;
    await expect(sfn.describeExecution({ executionArn: execution('one') })).rejects.toThrow();
    expect((await sfn.describeExecution({ executionArn: execution('two') })).status).toBe('SUCCEEDED');
    await expect(sfn.describeStateMachine({ stateMachineArn })).rejects.toThrow(/definition is damaged.*again/s);
    await sfn.updateStateMachine({ stateMachineArn, definition: DEFINITION });
    expect((await sfn.describeStateMachine({ stateMachineArn })).definition).toBe(DEFINITION);
  });

  it('starts whatever became of the files that say who runs on it', async () => {
    damaged('lock.json', (path) => writeFileSync(path, 'null'));
    writeFileSync(join(data, 'endpoint.json'), '{');
    writeFileSync(join(data, 'local-cloud.json'), '');
    await (await start()).s3.headBucket({ Bucket: 'things' });
  });

  it('with the code of a function damaged or gone says so when it is called, and unpacks it anew with its assembly', async () => {
    const code = found(/^lambda\/code\/.*index\.js$/);
    for (const change of [(path: string) => writeFileSync(path, 'exports.handler = async () => "other";'), rmSync]) {
      damaged(code, change);
      const called = (await start()).lambda.invoke({ FunctionName: 'answering' });
      await expect(called).rejects.toThrow(/answering in .*code.* is damaged or missing.*assembly/s);
      await cloud?.close();
      const { lambda } = await start({ assemblies: [assembly] });
      const { Payload } = await lambda.invoke({ FunctionName: 'answering' });
      expect(Payload?.transformToString()).toBe('"answer"');
      expect(said.join('\n')).toContain('is damaged or missing');
      await cloud?.close();
    }
  });

  it.each([0, 0.5])('puts back the records of a stack’s resources of which %d are left', async (part) => {
    damaged('cloudformation/resources.jsonl', (path) => truncateSync(path, Math.floor(statSync(path).size * part)));
    const { lambda, s3 } = await start({ assemblies: [assembly] });
    expect(said.join('\n')).toMatch(/resources\.jsonl had lost .* of stack Things.* put back/);
    await lambda.invoke({ FunctionName: 'answering' });
    await s3.headBucket({ Bucket: 'of-the-stack' });
  });

  it('makes anew what a stack has lost with a damaged file, when told to repair', async () => {
    const things = [
      's3/of-the-stack/journal.log',
      'dynamodb/tables.jsonl',
      'sqs/queues.jsonl',
      'iam/roles.jsonl',
      'apigatewayv2/apis.jsonl',
    ];
    damaged('', () => {
      for (const file of things) truncateSync(join(data, file));
    });
    const { dynamodb, lambda, s3 } = await start({ assemblies: [assembly], repair: true });
    await s3.headBucket({ Bucket: 'of-the-stack' });
    expect((await dynamodb.scan({ TableName: 'of-the-stack' })).Count).toBe(0);
    await lambda.invoke({ FunctionName: 'answering' });
  });

  it('on a disk without room says so, and starts when there is some', async () => {
    data = join(root, 'full');
    const command = fileURLToPath(new URL('../bin/local-cloud.js', import.meta.url));
    // The shell's limit for a file's size stands for a full disk: 4 or 8 KB, and a database needs 12.
    const limited = 'ulimit -f 8 && exec "$0" "$1" --data "$2" --port 0';
    const refused = promisify(execFile)('sh', ['-c', limited, process.execPath, command, data]);
    await expect(refused).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no room left on the disk'),
    });
    await (await start()).s3.createBucket({ Bucket: 'there-is-room' });
  });

  /** One file of each kind: names that are ids or numbers stand for each other. */
  const kinds = (): string[] => {
    const byKind = new Map(filesBelow(model).map((file) => [file.replace(/[0-9a-f-]{8,}|\d+/g, '#'), file]));
    return [...byKind.values()].sort();
  };
  const bytes = (change: (whole: Buffer) => Buffer) => (path: string) =>
    writeFileSync(path, change(readFileSync(path)));
  const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
    emptied: (path) => truncateSync(path),
    'cut in the middle': bytes((whole) => whole.subarray(0, whole.length / 2)),
    'with a bit flipped': bytes(
      (whole) => whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 4 : byte)) as Buffer,
    ),
    'with garbage at its end': bytes((whole) => Buffer.concat([whole, Buffer.from('\0garbage\n')])),
    'with garbage in its middle': inTheMiddle('\0garbage'),
  };

  /** Starts, or says which file is damaged and what can be done besides forgetting everything; repaired, all is there. */
  async function startsOrTells(files: readonly string[], what: string): Promise<string[]> {
    const wrong: string[] = [];
    const attempt = async (repair: boolean) => {
      try {
        const { dynamodb, lambda, s3 } = await start({ repair, assemblies: [assembly] });
        if (!repair) return undefined;
        await lambda.invoke({ FunctionName: 'answering' });
        await s3.headBucket({ Bucket: 'of-the-stack' });
        await dynamodb.describeTable({ TableName: 'of-the-stack' });
        return undefined;
      } catch (error) {
        return error as Error;
      } finally {
        await cloud?.close();
        cloud = undefined;
      }
    };
    const refused = await attempt(false);
    const named = refused && files.some((file) => refused.message.includes(join(data, file)));
    if (refused && !(named && /--repair/.test(refused.message))) wrong.push(`${what}: ${refused.message}`);
    const still = await attempt(true);
    // Without the record of a resource and its copy only their owner knows whether to keep what is there.
    const isUnknown = files.length > 1 && /put back a copy of cloudformation/.test(still?.message ?? '');
    if (still && !isUnknown) wrong.push(`${what}, repaired: ${still.message}`);
    rmSync(data, { recursive: true, force: true });
    return wrong;
  }

  it.each(Object.keys(DAMAGES))('starts, or names the file and what can be done, with files %s', async (name) => {
    const damage = DAMAGES[name] ?? (() => {});
    const wrong: string[] = [];
    // Each by itself takes minutes: `npm run soak`.
    for (const files of process.env.ROLLCALL_SOAK ? kinds().map((file) => [file]) : [kinds()]) {
      damaged('', () => {
        for (const file of files) damage(join(data, file));
      });
      wrong.push(...(await startsOrTells(files, `${files.length === 1 ? files[0] : 'all'} ${name}`)));
    }
    expect(wrong).toEqual([]);
  });
});
