import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbService, createS3Service } from 'local-cloud/services';
import { createRateStore } from '../../client/rate-limits/rate-store.ts';
import { type Batch, batchSchema } from '../../contracts/batch.ts';
import {
  type AgentRun,
  type CallerEvent,
  type CallerRun,
  callerEventSchema,
  callerRunSchema,
  type EndpointRun,
  endpointRunSchema,
  type ToolRun,
  toolRunSchema,
} from '../../contracts/caller.ts';
import { type DatasetRow, datasetRowSchema } from '../../contracts/dataset-row.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import type { TargetBindings } from '../../contracts/target-bindings.ts';
import type { ReadEntry } from '../../domain/run-log/log-entry.ts';
import { createBatchLog } from '../../domain/run-log/store/batch-log.ts';
import { INDEX_SORT_KEY, PROJECTED_ATTRIBUTES, RUN_INDEXES } from '../../domain/run-records/run-listing.ts';
import { createBatchCountsStore } from '../../domain/run-records/store/batch-counts.ts';
import type { RunTables } from '../../domain/run-records/store/run-record-store.ts';
import type { CallerPorts } from '../../functions/caller/caller-ports.ts';
import { RowReader } from '../../functions/caller/row-reader.ts';
import { createRunRecords } from '../../functions/caller/run-records.ts';
import { startServices } from '../support/service-cloud.ts';

const BUCKET = 'data';
const TABLES: RunTables = { runs: 'runs', counts: 'counts' };
const RATES = 'rates';

/** Every secret to every host. */
export const ANYTHING: TargetBindings = { secrets: [{ arn: '*', hosts: ['*'] }] };

export type CloudServices = Parameters<typeof startServices>[0];
export type RunChanges = Partial<
  Omit<EndpointRun, 'executionMode'> & Omit<AgentRun, 'executionMode'> & Omit<ToolRun, 'executionMode'>
> & {
  readonly executionMode?: CallerRun['executionMode'];
};
export type EventChanges = Partial<Omit<CallerEvent, 'run' | 'batch'>>;

/** The part of a run that callers are told, as far as a test does not say otherwise. */
export const callerRun = (changes: RunChanges = {}): CallerRun =>
  callerRunSchema.parse({
    evaluationId: 'run',
    attempt: 1,
    datasetId: 'd',
    targetName: 't',
    executionMode: changes.bulkConfig ? 'endpoint' : 'tool',
    endpoint: { url: 'https://api.example.com/items' },
    agentStateMachineArn: 'arn:aws:states:us-east-1:000000000000:stateMachine:agent',
    agentType: 'STANDARD',
    toolLambdaArn: 'arn:aws:lambda:us-east-1:000000000000:function:tool',
    timeoutSeconds: 10,
    retryPolicy: {},
    stopOnError: 'continue',
    errorThreshold: 10,
    trace: false,
    ...changes,
  });

export const endpointRun = (changes: RunChanges = {}): EndpointRun =>
  endpointRunSchema.parse(callerRun({ executionMode: 'endpoint', ...changes }));

export const toolRun = (changes: RunChanges = {}): ToolRun =>
  toolRunSchema.parse(callerRun({ executionMode: 'tool', ...changes }));

export const datasetRow = (changes: Partial<DatasetRow> = {}): DatasetRow =>
  datasetRowSchema.parse({
    sample_id: 's-0',
    row_index: 0,
    input: '{"question":"Why?"}',
    expected: 'Because',
    ...changes,
  });

const key = (AttributeName: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName, KeyType });
const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });

/**
 * S3 and DynamoDB of the local cloud, with the bucket and the tables callers use.
 * @param more other services that a test needs
 */
export async function startCallerCloud(more: CloudServices = () => []) {
  const { cloud, settings: client } = await startServices(async (context) => [
    await createS3Service(context),
    createDynamoDbService(context),
    ...(await more(context)),
  ]);
  const s3 = new S3Client(client);
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(client), {
    marshallOptions: { removeUndefinedValues: true },
  });
  await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
  const indexes = Object.values(RUN_INDEXES);
  const table = { BillingMode: 'PAY_PER_REQUEST' as const };
  await documents.send(
    new CreateTableCommand({
      ...table,
      TableName: TABLES.runs,
      AttributeDefinitions: ['evaluation_id', INDEX_SORT_KEY, ...indexes.map(({ partition }) => partition)].map(text),
      KeySchema: [key('evaluation_id', 'HASH')],
      GlobalSecondaryIndexes: indexes.map(({ IndexName, partition }) => ({
        IndexName,
        KeySchema: [key(partition, 'HASH'), key(INDEX_SORT_KEY, 'RANGE')],
        Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: PROJECTED_ATTRIBUTES },
      })),
    }),
  );
  await documents.send(
    new CreateTableCommand({
      ...table,
      TableName: TABLES.counts,
      AttributeDefinitions: [text('evaluation_id'), text('batch')],
      KeySchema: [key('evaluation_id', 'HASH'), key('batch', 'RANGE')],
    }),
  );
  await documents.send(
    new CreateTableCommand({
      ...table,
      TableName: RATES,
      AttributeDefinitions: [text('rate_key')],
      KeySchema: [key('rate_key', 'HASH')],
    }),
  );

  let runs = 0;
  /** A run with its record and one batch of rows, apart from all others. */
  async function newRun(
    changes: RunChanges = {},
    record: Record<string, unknown> = {},
    rows: number | DatasetRow[] = 1,
  ) {
    const evaluationId = `run-${++runs}`;
    const run = callerRun({ evaluationId, ...changes });
    const Item = {
      evaluation_id: evaluationId,
      status: 'running',
      attempt: 1,
      max_concurrency: 1,
      children: 1,
      ...record,
    };
    await documents.send(new PutCommand({ TableName: TABLES.runs, Item }));
    const all =
      typeof rows === 'number'
        ? Array.from({ length: rows }, (_, n) => datasetRow({ sample_id: `s-${n}`, row_index: n }))
        : rows;
    const batch = await putRows(all);

    async function putRows(batchRows: DatasetRow[], index = 0): Promise<Batch> {
      const body = Buffer.from(batchRows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      const rowsKey = `runs/${evaluationId}/rows/${index}.jsonl`;
      await s3.send(new PutObjectCommand({ Bucket: BUCKET, Key: rowsKey, Body: body }));
      return batchSchema.parse({ index, key: rowsKey, from: 0, to: body.length, count: batchRows.length, shard: 0 });
    }

    const tellings = {
      settled: [] as ResultRow[],
      halts: [] as string[],
      retried: [] as string[],
      waits: [] as number[],
      deadLetters: [] as ResultRow[],
    };
    let writers = 0;
    return {
      evaluationId,
      run,
      batch,
      tellings,
      putRows,
      /** What one invocation is given; each is another writer. */
      ports: (): CallerPorts => ({
        log: (event) => createBatchLog(s3, BUCKET, event),
        rows: (event, from) => new RowReader(s3, BUCKET, event.batch, from),
        runs: createRunRecords(documents, TABLES),
        counts: createBatchCountsStore(documents, TABLES.counts),
        rates: createRateStore(documents, RATES),
        deadLetters: { send: async (row) => void tellings.deadLetters.push(row) },
        observer: {
          settled: (_event, settled) => void tellings.settled.push(...settled),
          halted: (_run, kind) => void tellings.halts.push(kind),
          retried: (_event, _row, _retry, errorName) => void tellings.retried.push(errorName),
          waits: (_event, { seconds }) => void tellings.waits.push(seconds),
        },
        bindings: ANYTHING,
        writer: `writer-${++writers}`,
      }),
      event: (eventChanges: EventChanges = {}): CallerEvent =>
        callerEventSchema.parse({ executionId: 'child-1', ...eventChanges, run, batch }),
      /** The batch's log, from its beginning. */
      async entries(): Promise<ReadEntry[]> {
        const found: ReadEntry[] = [];
        for await (const entry of createBatchLog(s3, BUCKET, { run, batch }).readFrom(0)) found.push(entry);
        return found;
      },
      /** The settled rows in the log, in row order. */
      async settled(): Promise<ResultRow[]> {
        const found = (await this.entries()).flatMap(({ rows: settledRows }) => settledRows);
        return found.sort((a, b) => a.row_index - b.row_index);
      },
      counts: () => createBatchCountsStore(documents, TABLES.counts).list(evaluationId, run.attempt),
      async record() {
        const { Item: found } = await documents.send(
          new GetCommand({ TableName: TABLES.runs, Key: { evaluation_id: evaluationId } }),
        );
        return found;
      },
      setRecord: (fields: Record<string, unknown>) =>
        documents.send(new PutCommand({ TableName: TABLES.runs, Item: { ...Item, ...fields } })),
    };
  }

  return { cloud, client, s3, documents, newRun, bucket: BUCKET, tables: TABLES };
}

export type TestRun = Awaited<ReturnType<Awaited<ReturnType<typeof startCallerCloud>>['newRun']>>;
