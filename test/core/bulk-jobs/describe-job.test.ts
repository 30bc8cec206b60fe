import { expect, it } from 'vitest';
import { evaluationConfigSchema } from '../../../contracts/evaluation-config.ts';
import { asJobs } from '../../../core/bulk-jobs/as-jobs.ts';
import { describeJobs } from '../../../core/bulk-jobs/describe-job.ts';

const NOW = Date.parse('2026-11-17T12:00:00Z');
const job = (minutes: number, more: object = {}) => ({
  id: `msgbatch_${minutes}`,
  submittedAt: new Date(NOW - minutes * 60_000).toISOString(),
  count: 500,
  ...more,
});

it('a job says when it was submitted, and how much of it is done where the API tells', () => {
  expect(describeJobs([job(12, { finished: 340 })], NOW)).toBe(
    'bulk job msgbatch_12, submitted 12 min ago, 340 of 500 done',
  );
  expect(describeJobs([job(3), job(125)], NOW)).toBe(
    'bulk job msgbatch_125, submitted 2 h 5 min ago, 500 rows (and 1 more)',
  );
  expect(describeJobs([], NOW)).toBeUndefined();
});

it('an estimate of a run with jobs has their price and their longest time', () => {
  const endpoint = { url: 'https://api.openai.com/v1/chat/completions' };
  const config = evaluationConfigSchema.parse({
    endpoint,
    bulkConfig: { preset: 'openai-batches', maxItemsPerCall: 1_000 },
  });
  const { bulkJobs } = asJobs(config, 10_000, { expected: 8, low: 6, high: 10 });
  expect(bulkJobs).toEqual({ jobs: 10, costUsd: { expected: 4, low: 3, high: 5 }, longestMs: 3 * 86_400_000 });
  expect(asJobs(evaluationConfigSchema.parse({ endpoint }), 5, undefined)).toEqual({});
});
