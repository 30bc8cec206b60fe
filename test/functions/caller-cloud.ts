import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { createDynamoDbService, createS3Service } from 'local-cloud/services';
import { type CallerEvent, type CallerRun, callerEventSchema } from '../../contracts/caller.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import type { CallerPorts } from '../../functions/shared/caller-ports.ts';
import { type Claims, createClaims } from '../../functions/shared/claims.ts';
import { createRunRecords } from '../../functions/shared/run-records.ts';
import { createStaging } from '../../functions/shared/staging.ts';
import { startServices } from '../support/service-cloud.ts';

const BUCKET = 'data';
const RUNS = 'runs';

export type RunChanges = Partial<CallerRun>;
export type EventChanges = Partial<Omit<CallerEvent, 'run' | 'row'>> & { row?: Partial<CallerEvent['row']> };

/** S3 and DynamoDB of the local cloud, with the bucket and the table callers use. */
export async function startCallerCloud() {
  const { cloud, settings: client } = await startServices(async (context) => [
    await createS3Service(context),
    createDynamoDbService(context),
  ]);
  const s3 = new S3Client(client);
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(client));
  await s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
  await documents.send(
    new CreateTableCommand({
      TableName: RUNS,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'evaluation_id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'evaluation_id', KeyType: 'HASH' }],
    }),
  );

  let runs = 0;
  /** A run with its record, apart from all others. */
  async function newRun(changes: RunChanges = {}, record: Record<string, unknown> = {}) {
    const evaluationId = `run-${++runs}`;
    const Item = {
      evaluation_id: evaluationId,
      status: 'running',
      cost_usd: 0,
      failed: 0,
      failures_this_pass: 0,
      ...record,
    };
    await documents.send(new PutCommand({ TableName: RUNS, Item }));
    const tellings: { settled: ResultRow[]; halts: string[]; waits: string[]; deadLetters: ResultRow[] } = {
      settled: [],
      halts: [],
      waits: [],
      deadLetters: [],
    };
    let writers = 0;
    return {
      evaluationId,
      tellings,
      /** What one invocation is given; each is another writer. */
      ports: (): CallerPorts => ({
        staging: createStaging(s3, BUCKET),
        runs: createRunRecords(documents, RUNS),
        deadLetters: { send: async (row) => void tellings.deadLetters.push(row) },
        observer: {
          settled: (_event, row) => void tellings.settled.push(row),
          halted: (_run, kind) => void tellings.halts.push(kind),
          waits: (_event, _seconds, why) => void tellings.waits.push(why),
        },
        writer: `writer-${++writers}`,
      }),
      claims: (): Claims => createClaims(s3, BUCKET),
      event: ({ row, ...event }: EventChanges = {}): CallerEvent =>
        callerEventSchema.parse({
          executionId: 'child-1',
          ...event,
          row: { sample_id: 's-1', row_index: 0, input: '{"question":"Why?"}', expected: 'Because', ...row },
          run: {
            evaluationId,
            attempt: 1,
            datasetId: 'd',
            targetName: 't',
            executionMode: 'tool',
            timeoutSeconds: 10,
            retryPolicy: {},
            stopOnError: 'continue',
            errorThreshold: 10,
            trace: false,
            ...changes,
          },
        }),
      async record() {
        const { Item } = await documents.send(
          new GetCommand({ TableName: RUNS, Key: { evaluation_id: evaluationId } }),
        );
        return Item;
      },
      setRecord: (fields: Record<string, unknown>) =>
        documents.send(new PutCommand({ TableName: RUNS, Item: { ...Item, ...fields } })),
      async keys(prefix: 'staged' | 'claims') {
        const { Contents } = await s3.send(
          new ListObjectsV2Command({ Bucket: BUCKET, Prefix: `${prefix}/evaluation_id=${evaluationId}/` }),
        );
        return (Contents ?? []).map(({ Key }) => Key ?? '');
      },
    };
  }

  return { cloud, client, s3, documents, newRun, bucket: BUCKET, runsTable: RUNS };
}

export type TestRun = Awaited<ReturnType<Awaited<ReturnType<typeof startCallerCloud>>['newRun']>>;
