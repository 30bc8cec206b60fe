import { createHash, randomBytes } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { RollcallError } from '../../contracts/errors.ts';
import type { EvaluationConfig } from '../../contracts/evaluation-config.ts';
import { itemsKey } from '../../contracts/storage-keys.ts';
import { ownId } from '../../contracts/tenant.ts';
import type { CheckedItems } from '../../core/jobs/check-items.ts';
import { itemLines } from '../../core/jobs/item-rows.ts';
import { executionArnOf } from '../../core/row-identity.ts';
import { pendingRecord } from '../../domain/run-records/pending-record.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { Installation } from '../connect/installation.ts';

export interface NewJob {
  readonly tenant: string;
  /** `integration/action` */
  readonly targetName: string;
  readonly config: EvaluationConfig;
  readonly items: CheckedItems['valid'];
  readonly idempotencyKey?: string;
}

/** Keeps the items of a job and writes its record, `pending` until it is started. */
export async function openJob(job: NewJob, installation: Installation): Promise<RunRecord> {
  const lines = itemLines(job.items);
  const request_hash = hash(JSON.stringify([job.targetName, job.config, lines]));
  for (;;) {
    const jobId = job.idempotencyKey ? `job-${hash(job.idempotencyKey).slice(0, 32)}` : newJobId();
    const evaluationId = ownId(job.tenant, jobId);
    const items_key = itemsKey(evaluationId, request_hash.slice(0, 16));
    const record = { ...newRecord(evaluationId, job, installation), items_key, request_hash };
    // The items' key has their hash in it: they never take the place of others, and are there before the record is.
    await putItems(items_key, lines, installation);
    if (await installation.runs.create(record)) return record;
    if (job.idempotencyKey) return sameRequest(record, installation);
  }
}

function newRecord(evaluationId: string, { targetName, config, items }: NewJob, { outputs }: Installation): RunRecord {
  const executionArn = executionArnOf(outputs.BatchJobStateMachineArn, evaluationId);
  const { maxConcurrency } = config.executor;
  const startedAt = new Date().toISOString();
  return {
    ...pendingRecord({
      evaluationId,
      kind: 'batch',
      config,
      datasetId: '',
      targetName,
      maxConcurrency,
      executionArn,
      startedAt,
    }),
    total: items.length,
    planned: items.length,
    pass_input: JSON.stringify({ evaluationId, job: true }),
  };
}

async function putItems(Key: string, Body: string, { clients, outputs }: Installation): Promise<void> {
  const ContentType = 'application/x-ndjson';
  await clients.s3.send(new PutObjectCommand({ Bucket: outputs.DataBucketName, Key, Body, ContentType }));
}

/** The job that the key stands for already. */
async function sameRequest({ evaluation_id, request_hash }: RunRecord, { runs }: Installation): Promise<RunRecord> {
  const record = await runs.read(evaluation_id);
  if (record.request_hash === request_hash) return record;
  throw new RollcallError('RunExists', 'The Idempotency-Key was used for another batch. Use another key for this one.');
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** `job-20261117-053301-4f2a9c01`: sorts by time. */
function newJobId(now = new Date()): string {
  const time = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `job-${time}-${randomBytes(4).toString('hex')}`;
}
