import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ErrorName } from '../../../contracts/errors.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { logger } from '../../../functions/shared/powertools.ts';
import { createRowDeadLetters } from '../../../functions/shared/row-dead-letters.ts';
import { settleRow } from '../../../functions/shared/settle-row.ts';
import { type RunChanges, startCallerCloud } from '../caller-cloud.ts';

let newRun: Awaited<ReturnType<typeof startCallerCloud>>['newRun'];
beforeAll(async () => {
  ({ newRun } = await startCallerCloud());
});
afterEach(() => vi.restoreAllMocks());

/** The dead letters of a row that settles as failed with this error. */
async function deadLettersOf(name: ErrorName, changes: RunChanges = {}) {
  const run = await newRun(changes);
  const error = new RollcallError(name, 'it said no');
  const times = { startedAt: '2026-11-16T05:00:00.000Z', finishedAt: '2026-11-16T05:00:01.000Z' };
  await settleRow(run.event(), { status: 'failed', calls: 1, error, ...times }, run.ports());
  return run.tellings.deadLetters;
}

describe('a row that settles as failed', () => {
  it('is a dead letter when its error is transient: no call was left to it', async () => {
    expect(await deadLettersOf('TargetThrottled')).toMatchObject([{ sample_id: 's-1', error_name: 'TargetThrottled' }]);
  });

  it('is a dead letter when its caller failed, after the retries of its task', async () => {
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
      sampleId: 's-1',
      rowIndex: 0,
      errorName: 'Gone',
    });
  });
});
