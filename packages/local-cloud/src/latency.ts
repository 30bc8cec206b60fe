import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

const milliseconds = z.number().min(0).max(600_000).default(0);

const schema = z.strictObject({
  about: z.string().optional(),
  athena: z
    .strictObject({
      select: milliseconds,
      unload: milliseconds,
      insert: milliseconds,
      merge: milliseconds,
      syncPoll: milliseconds,
    })
    .prefault({}),
  lambda: z.strictObject({ coldStart: milliseconds, invoke: milliseconds }).prefault({}),
  stepfunctions: z
    .strictObject({
      transition: milliseconds,
      startExecution: milliseconds,
      distributedMapStart: milliseconds,
      childStart: milliseconds,
    })
    .prefault({}),
  s3: z.strictObject({ get: milliseconds, put: milliseconds, list: milliseconds }).prefault({}),
  dynamodb: z.strictObject({ read: milliseconds, write: milliseconds }).prefault({}),
  sqs: z.strictObject({ send: milliseconds, deliver: milliseconds }).prefault({}),
  apigateway: z.strictObject({ request: milliseconds }).prefault({}),
});

/** How long AWS takes for what happens here at once, in milliseconds. What is left out takes no extra time. */
export type LatencyModel = z.input<typeof schema>;
export type Latency = z.output<typeof schema>;

export function parseLatency(model: unknown): Latency {
  const result = schema.safeParse(model);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.') || 'the model'}: ${message}`);
  throw new Error(`Invalid latency model. ${problems.join('; ')}. Each value is a number of milliseconds.`);
}

/** The least time an API call takes. Operations that are not listed take none. */
export function callLatency({ s3, dynamodb, sqs, stepfunctions }: Latency, service: string, operation: string): number {
  switch (`${service}:${operation}`) {
    case 's3:GetObject':
    case 's3:HeadObject':
      return s3.get;
    case 's3:PutObject':
    case 's3:CopyObject':
    case 's3:DeleteObject':
    case 's3:DeleteObjects':
    case 's3:CreateMultipartUpload':
    case 's3:UploadPart':
    case 's3:CompleteMultipartUpload':
      return s3.put;
    case 's3:ListObjectsV2':
      return s3.list;
    case 'dynamodb:GetItem':
    case 'dynamodb:BatchGetItem':
    case 'dynamodb:TransactGetItems':
    case 'dynamodb:Query':
    case 'dynamodb:Scan':
      return dynamodb.read;
    case 'dynamodb:PutItem':
    case 'dynamodb:UpdateItem':
    case 'dynamodb:DeleteItem':
    case 'dynamodb:BatchWriteItem':
    case 'dynamodb:TransactWriteItems':
      return dynamodb.write;
    case 'sqs:SendMessage':
    case 'sqs:SendMessageBatch':
      return sqs.send;
    case 'states:StartExecution':
    case 'states:StartSyncExecution':
    case 'states:RedriveExecution':
      return stepfunctions.startExecution;
    default:
      return 0;
  }
}

/** Settles like `work`, but not before the time is over: the time that the work takes here counts. */
export async function atLeast<Value>(least: number, work: Promise<Value>): Promise<Value> {
  if (least > 0) await Promise.allSettled([work, sleep(least)]);
  return work;
}
