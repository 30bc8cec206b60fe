import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ErrorName } from '../../../contracts/errors.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { createRowDeadLetters } from '../../../functions/caller/row-dead-letters.ts';
import { logger } from '../../../functions/shared/powertools.ts';
import { type RunChanges, startCallerCloud } from '../caller-cloud.ts';
import { TestTarget, work } from './test-target.ts';

let newRun: Awaited<ReturnType<typeof startCallerCloud>>['newRun'];
beforeAll(async () => {
  ({ newRun } = await startCallerCloud());
});
afterEach(() => vi.restoreAllMocks());

/** The dead letters of a row that settles as failed with this error. */
async function deadLettersOf(name: ErrorName, changes: RunChanges = {}) {
  const retryPolicy = { maxAttempts: 1, intervalSeconds: 0, backoffRate: 1, maxIntervalSeconds: 0 };
  const run = await newRun({ retryPolicy, ...changes });
  const error = new RollcallError(name, 'it said no');
  await work(run, new TestTarget(() => ({ kind: 'failed', error })));
  expect(await run.settled()).toMatchObject([{ status: 'failed', error_name: name }]);
  return run.tellings.deadLetters;
}

describe('a row that settles as failed', () => {
  it('is a dead letter when its error is transient: no call was left to it', async () => {
    expect(await deadLettersOf('TargetThrottled')).toMatchObject([{ sample_id: 's-0', error_name: 'TargetThrottled' }]);
  });

  it('is a dead letter when its caller failed', async () => {
    expect(await deadLettersOf('CallerFailed')).toHaveLength(1);
  });

  it('is none when calling it again would not help', async () => {
    for (const name of ['TargetRejected', 'MappingFailed'] as const) expect(await deadLettersOf(name)).toEqual([]);
  });

  it('is none yet when failed rows get one more pass', async () => {
    expect(await deadLettersOf('TargetThrottled', { retriesFailed: true })).toEqual([]);
  });
});

describe('a dead letter that cannot be sent', () => {
  it('is told in the log, without what the target said', async () => {
    const told = vi.spyOn(logger, 'error').mockImplementation(() => {});
    const [row] = await deadLettersOf('TargetThrottled');
    const client = new SQSClient({});
    const sqs = mockClient(client)
      .on(SendMessageCommand)
      .rejects(Object.assign(new Error(), { name: 'Gone' }));
    if (row) await createRowDeadLetters(client, 'https://queue').send(row);
    expect(sqs.calls()).toHaveLength(1);
    expect(told).toHaveBeenCalledWith('A row could not be sent to the dead-letter queue', {
      evaluationId: row?.evaluation_id,
      sampleId: 's-0',
      rowIndex: 0,
      errorName: 'Gone',
    });
  });
});
