import { describe, expect, it } from 'vitest';
import type { Installation } from '../../../client/connect/installation.ts';
import { listRuns } from '../../../client/runs/list-runs.ts';
import type { RunRecord } from '../../../domain/run-records/run-record.ts';
import type { RunsPage, RunsQuery } from '../../../domain/run-records/store/list-runs.ts';
import { runRecordOf } from '../../support/run-record.ts';

const LONG_AGO = '2026-01-01T00:00:00.000Z';

describe('a list of runs', () => {
  it('follows pages, and closes open runs whose execution has ended', async () => {
    const records = [
      runRecordOf({ evaluation_id: 'going-on', execution_arn: 'running', updated_at: LONG_AGO }),
      runRecordOf({ evaluation_id: 'stopped', execution_arn: 'aborted', updated_at: LONG_AGO }),
      runRecordOf({ evaluation_id: 'just-begun', execution_arn: 'aborted' }),
      runRecordOf({ evaluation_id: 'over', execution_arn: 'aborted', updated_at: LONG_AGO, finished_at: LONG_AGO }),
      runRecordOf({ evaluation_id: 'throttled', execution_arn: 'throttled', updated_at: LONG_AGO }),
    ];
    const closed: RunRecord = runRecordOf({ evaluation_id: 'stopped', status: 'cancelled', finished_at: LONG_AGO });
    const lookedInto: string[] = [];
    const installation = {
      runs: {
        list: async ({ before }: RunsQuery): Promise<RunsPage> =>
          before ? { runs: records.slice(2) } : { runs: records.slice(0, 2), next: 'the rest' },
        find: async () => closed,
      },
      clients: {
        sfn: {
          async send({ input: { executionArn } }: { input: { executionArn: string } }) {
            if (executionArn === 'throttled')
              throw Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
            return { status: executionArn === 'running' ? 'RUNNING' : 'ABORTED' };
          },
        },
        lambda: {
          async send({ input }: { input: { Payload: Uint8Array } }) {
            const { evaluationId } = JSON.parse(Buffer.from(input.Payload).toString());
            lookedInto.push(evaluationId);
            const counts = { total: 0, succeeded: 0, failed: 0, skipped: 0, running: 0, remaining: 0 };
            const figures = {
              percent: 0,
              rowsPerSecond: 0,
              costUsd: 0,
              tokens: { prompt: 0, completion: 0, total: 0 },
            };
            const answer = { evaluationId, status: 'cancelled', changed: false, progress: { ...counts, ...figures } };
            return { Payload: Buffer.from(JSON.stringify(answer)) };
          },
        },
      },
      outputs: {},
    } as unknown as Installation;
    const { runs: listed, next } = await listRuns({ tenant: 'default', limit: 10 }, installation);
    expect(next).toBeUndefined();
    expect(lookedInto).toEqual(['stopped']);
    expect(listed.map(({ evaluation_id, status }) => [evaluation_id, status])).toEqual([
      ['going-on', 'running'],
      ['stopped', 'cancelled'],
      ['just-begun', 'running'],
      ['over', 'running'],
      ['throttled', 'running'],
    ]);
  });
});
