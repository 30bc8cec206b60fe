import { AthenaClient, StopQueryExecutionCommand } from '@aws-sdk/client-athena';
import {
  CloudWatchLogsClient,
  CreateLogGroupCommand,
  CreateLogStreamCommand,
  PutLogEventsCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import {
  CreateDatabaseCommand,
  CreateTableCommand,
  DeleteTableCommand,
  GetTableCommand,
  GetTablesCommand,
  GlueClient,
  UpdateTableCommand,
} from '@aws-sdk/client-glue';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import {
  AbortMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { DescribeExecutionCommand, ListExecutionsCommand, SFNClient, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runStatement } from '../../client/athena/run-query.ts';
import { ObjectWriter } from '../../functions/shared/object-writer.ts';
import { type RoleSettings, roleSettings } from '../support/role-sessions.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

/**
 * What AWS's services do with our roles and the local cloud does not, step by step as AWS documents it. Each step is
 * allowed, and the same elsewhere is refused.
 */
let rollcall: RollcallCloud;
let Bucket: string;
let DatabaseName: string;
let admin: GlueClient;
let settingsOf: RoleSettings;
beforeAll(async () => {
  rollcall = await RollcallCloud.shared();
  Bucket = rollcall.output('DataBucketName');
  DatabaseName = rollcall.output('DatabaseName');
  admin = new GlueClient(rollcall.settings);
  settingsOf = await roleSettings(rollcall);
  const StorageDescriptor = {
    Columns: [{ Name: 'id', Type: 'string' }],
    Location: `s3://${Bucket}/warehouse/${MANAGED.replaceAll('_', '-')}/`,
    SerdeInfo: { SerializationLibrary: 'org.openx.data.jsonserde.JsonSerDe' },
  };
  const TableInput = { Name: MANAGED, TableType: 'EXTERNAL_TABLE', StorageDescriptor };
  await admin.send(new CreateTableCommand({ DatabaseName, TableInput }));
});
afterAll(async () => {
  await admin?.send(new DeleteTableCommand({ DatabaseName, Name: MANAGED }));
  admin?.destroy();
});

/** A table at the location that is registered with Lake Formation. */
const MANAGED = 'under_lake_formation';

const refusal = { name: expect.stringMatching(/^AccessDenied/) };

/** What is written in parts is listed, and given up when the query ends early. */
async function inParts(s3: S3Client, prefix: string): Promise<void> {
  const Key = `${prefix}service-steps/part`;
  const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  await s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }));
  await s3.send(new ListPartsCommand({ Bucket, Key, UploadId }));
  await s3.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
}

/** A look at an object that is not there says so, where one may look. */
const looksAt = (s3: S3Client, prefix: string) =>
  expect(s3.send(new HeadObjectCommand({ Bucket, Key: `${prefix}service-steps/absent` }))).rejects.toMatchObject({
    name: 'NotFound',
  });

const RUN = 'runs/service-steps/';
const TABLES = 'warehouse/';

describe('Athena, in the name of whoever queries', () => {
  it.each([
    ['ColumnAdder', { reads: ['staged/', 'scores/', 'monitor-results/'], writes: [TABLES] }],
    ['RunPlanner', { writes: [] }],
    ['RowScorer', { writes: [TABLES, `${RUN}scoring/`] }],
    ['RunSummarizer', { writes: [TABLES] }],
    ['ResultsExporter', { writes: [`${RUN}export/`] }],
    ['Evaluation', { writes: [TABLES, RUN] }],
    ['LoadResults', { writes: [TABLES] }],
    ['RunRemover', { writes: [TABLES] }],
    ['DatasetImporter', { writes: [TABLES] }],
    ['RowMarker', { writes: [TABLES] }],
    ['Api', { writes: [] }],
    ['MonitorLoader', { writes: [TABLES] }],
  ] satisfies [string, { reads?: string[]; writes: string[] }][])(
    '%s: writes in parts, finds tables, those under Lake Formation too, makes `default`, and is stopped',
    async (role, { reads = [], writes }: { reads?: string[]; writes: string[] }) => {
      const settings = await settingsOf(role);
      const [s3, glue, athena] = [new S3Client(settings), new GlueClient(settings), new AthenaClient(settings)];

      for (const prefix of ['athena-results/', ...writes]) await inParts(s3, prefix);
      for (const prefix of ['athena-results/', ...reads]) await looksAt(s3, prefix);
      // Files of a commit that another writer has overtaken.
      const removes = (prefix: string) =>
        s3.send(new DeleteObjectCommand({ Bucket, Key: `${prefix}service-steps/lost` }));
      if (writes.includes(TABLES)) await removes(TABLES);
      const others = ['elsewhere/', TABLES].filter((prefix) => !writes.includes(prefix));
      for (const prefix of others) {
        await expect(inParts(s3, prefix)).rejects.toMatchObject(refusal);
        await expect(removes(prefix)).rejects.toMatchObject(refusal);
      }

      await glue.send(new GetTablesCommand({ DatabaseName }));
      await expect(glue.send(new GetTablesCommand({ DatabaseName: 'default' }))).rejects.toMatchObject(refusal);
      const makes = (Name: string) => glue.send(new CreateDatabaseCommand({ DatabaseInput: { Name } }));
      await makes('default').catch((error) => expect(error).toMatchObject({ name: 'AlreadyExistsException' }));
      await expect(makes('another')).rejects.toMatchObject(refusal);

      const workGroup = rollcall.output('WorkGroupName');
      const sql = `SELECT id FROM "${DatabaseName}"."${MANAGED}"`;
      const { QueryExecutionId } = await runStatement(sql, { athena, workGroup });
      await athena.send(new StopQueryExecutionCommand({ QueryExecutionId }));
      for (const client of [s3, glue, athena]) client.destroy();
    },
  );
});

describe('a file that one of our functions gives up half-way', () => {
  it.each([
    ['EndpointCaller', `${RUN}bulk-jobs/`],
    ['RowSplitter', RUN],
    ['RunPlanner', `${RUN}rows/`],
  ])('%s: leaves no parts below %s', async (role, prefix) => {
    const s3 = new S3Client(await settingsOf(role));
    const file = new ObjectWriter(s3, { Bucket, Key: `${prefix}given-up` });
    await file.write(Buffer.alloc(8 * 1024 * 1024));
    await file.abandon();
    const { Uploads = [] } = await rollcall.s3.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }));
    expect(Uploads).toEqual([]);
    s3.destroy();
  });
});

describe('Lambda, after three failed tries of an event', () => {
  it.each([
    ['run-summarizer', 'unclosed-runs'],
    ['run-remover', 'failed-requests'],
    ['row-marker', 'failed-requests'],
  ])('keeps what %s failed on in the queue %s', async (name, queue) => {
    const sqs = new SQSClient(rollcall.settings);
    const evaluationId = `service-steps/${name}`;
    await rollcall.lambda.send(
      new InvokeCommand({
        FunctionName: `rollcall-${name}`,
        InvocationType: 'Event',
        Payload: JSON.stringify({ evaluationId }),
      }),
    );
    const QueueUrl = `${rollcall.settings.endpoint}/000000000000/rollcall-${queue}`;
    const kept = async () => {
      const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }));
      return Messages.map(({ Body = '' }) => JSON.parse(Body).requestPayload.evaluationId);
    };
    await expect.poll(kept, { interval: 500 }).toContain(evaluationId);
    sqs.destroy();
  });
});

describe('Step Functions, in the name of the state machine', () => {
  it('looks at batches and stops them, and lists none', async () => {
    const sfn = new SFNClient(await settingsOf('Evaluation'));
    const executions = 'arn:aws:states:us-east-1:000000000000:execution';
    const look = (machine: string) => new DescribeExecutionCommand({ executionArn: `${executions}:${machine}:none` });
    const stop = (machine: string) => new StopExecutionCommand({ executionArn: `${executions}:${machine}:none` });
    const none = { name: 'ExecutionDoesNotExist' };
    await expect(sfn.send(look('rollcall-evaluation/RunSamples'))).rejects.toMatchObject(none);
    await expect(sfn.send(stop('rollcall-evaluation/RunSamples'))).rejects.toMatchObject(none);
    const stateMachineArn = rollcall.output('EvaluationStateMachineArn');
    await expect(sfn.send(new ListExecutionsCommand({ stateMachineArn }))).rejects.toMatchObject(refusal);
    sfn.destroy();
  });
});

describe('Glue, which compacts the tables', () => {
  it('reads, writes and deletes their files, swaps their metadata and keeps a log of each optimizer', async () => {
    const settings = await settingsOf('TableOptimizers');
    const [s3, glue, logs] = [new S3Client(settings), new GlueClient(settings), new CloudWatchLogsClient(settings)];
    const Key = `${TABLES}service-steps/compacted`;
    await s3.send(new ListObjectsV2Command({ Bucket, Prefix: TABLES, MaxKeys: 1 }));
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: 'rows' }));
    await s3.send(new HeadObjectCommand({ Bucket, Key }));
    await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    const staged = new PutObjectCommand({ Bucket, Key: 'staged/service-steps', Body: 'rows' });
    await expect(s3.send(staged)).rejects.toMatchObject(refusal);

    const table = { DatabaseName, TableInput: { Name: 'compacted' } };
    await admin.send(new CreateTableCommand(table));
    await glue.send(new GetTableCommand({ DatabaseName, Name: 'compacted' }));
    await glue.send(new UpdateTableCommand(table));
    await expect(glue.send(new GetTableCommand({ DatabaseName: 'default', Name: 'compacted' }))).rejects.toMatchObject(
      refusal,
    );
    await admin.send(new DeleteTableCommand({ DatabaseName, Name: 'compacted' }));

    for (const optimizer of ['compaction', 'retention', 'orphan-file-deletion']) {
      const log = { logGroupName: `/aws-glue/iceberg-${optimizer}/logs`, logStreamName: 'service-steps' };
      await logs.send(new CreateLogGroupCommand(log));
      await logs.send(new CreateLogStreamCommand(log));
      await logs.send(new PutLogEventsCommand({ ...log, logEvents: [{ timestamp: Date.now(), message: 'done' }] }));
    }
    const elsewhere = new CreateLogGroupCommand({ logGroupName: '/aws-glue/elsewhere' });
    await expect(logs.send(elsewhere)).rejects.toMatchObject(refusal);
    for (const client of [s3, glue, logs]) client.destroy();
  });
});
