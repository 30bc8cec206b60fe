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
import { Athena } from '@aws-sdk/client-athena';
import { CloudWatch } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { S3 } from '@aws-sdk/client-s3';
import { SFN } from '@aws-sdk/client-sfn';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLocalCloud, type LocalCloud, type LocalCloudOptions } from '../src/create-local-cloud.ts';
import { settingsFor } from './support/create-test-cloud.ts';

const root = mkdtempSync(join(tmpdir(), 'local-cloud-damaged-'));
/** A folder in which something of every kind was stored. */
const model = join(root, 'model');
const DEFINITION = JSON.stringify({ StartAt: 'Done', States: { Done: { Type: 'Pass', End: true } } });
const WorkGroup = 'primary';

let data = '';
let cloud: LocalCloud | undefined;
let said: string[] = [];

async function start(options: Partial<LocalCloudOptions> = {}) {
  said = [];
  cloud = await createLocalCloud({ data, log: (line) => said.push(line), ...options });
  const settings = settingsFor(cloud.endpoint);
  return {
    athena: new Athena(settings),
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
  data = model;
  const { athena, dynamodb, logs, metrics, s3, sfn } = await start();
  await s3.createBucket({ Bucket: 'things' });
  await s3.putObject({ Bucket: 'things', Key: 'a.txt', Body: 'a row' });
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
    const object = found(/^s3\/things\/objects\/.*\.txt$/);
    expect(existsSync(join(data, object))).toBe(true);
    const { s3 } = await start({ repair: true });
    expect((await s3.listBuckets({})).Buckets?.map(({ Name }) => Name)).toEqual(['others']);
    expect(said.join('\n')).toContain('The file is kept as');
    await cloud?.close();

    damaged(journal, (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('{"put"', '{"p')));
    await (await start({ repair: true })).s3.headBucket({ Bucket: 'things' });
    expect(existsSync(join(data, object))).toBe(true);
  });

  it('says which object’s file is missing or too short', async () => {
    damaged(found(/^s3\/things\/objects\/.*\.txt$/), (path) => truncateSync(path, 2));
    const { s3 } = await start();
    const read = () => s3.getObject({ Bucket: 'things', Key: 'a.txt' });
    await expect(read()).rejects.toThrow('a.txt is damaged: it has 2 bytes and should have 5');
    rmSync(join(data, found(/^s3\/things\/objects\/.*\.txt$/)));
    await expect(read()).rejects.toThrow('a.txt is missing');
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
    expect((await metrics.listMetrics({})).Metrics?.map(({ MetricName }) => MetricName)).toEqual(['kept']);
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
});
