import { expect, it } from 'vitest';
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
