import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ResultRow } from '../../../contracts/result-row.ts';
import { latestResults } from '../../../core/sql/latest-results.ts';
import { tablesOf } from '../../../core/sql/tables.ts';
import { logKey } from '../../../domain/run-log/log-keys.ts';
import { createBatchLog } from '../../../domain/run-log/store/batch-log.ts';
import { readSettledRows } from '../../../domain/run-log/store/settled-rows.ts';
import { NOTHING_COUNTED } from '../../../domain/run-records/run-record.ts';
import { createBatchCountsStore } from '../../../domain/run-records/store/batch-counts.ts';
import { releaseResultsLease, withResultsLease } from '../../../domain/run-records/store/table-lease.ts';
import type { SummarizerDependencies } from '../../../functions/run-summarizer/dependencies.ts';
import { loadStaged } from '../../../functions/run-summarizer/load-staged.ts';
import { settleJob } from '../../../functions/run-summarizer/settle-job.ts';
import { summarizeRun } from '../../../functions/run-summarizer/summarize-run.ts';
import { settledRow } from '../../support/exports.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';
import { runRecordOf } from '../../support/run-record.ts';
import { callerRun } from '../caller-cloud.ts';

let cloud: RollcallCloud;
let deps: SummarizerDependencies;
let bucket: string;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  bucket = cloud.output('DataBucketName');
  const counts = cloud.output('BatchCountsTableName');
  deps = {
    athena: cloud.athena,
    workGroup: cloud.output('WorkGroupName'),
    s3: cloud.s3,
    bucket,
    runs: cloud.runs,
    jobs: { leave: async () => {} },
    withLease: (holder, write) => withResultsLease(cloud.documents, counts, holder, write),
    releaseLease: (holder) => releaseResultsLease(cloud.documents, counts, holder),
    tables: tablesOf({ catalog: cloud.output('CatalogName'), database: cloud.output('DatabaseName') }),
    observer: { started() {}, ended() {}, controlled() {} },
    notifications: { send: async () => {} },
    noteFailure: () => {},
  };
});

type Staged = { readonly row: number } & Pick<Partial<ResultRow>, 'status' | 'trial' | 'variant' | 'cost_usd'>;

const recordOf = (id: string, fields: object = {}) => runRecordOf({ evaluation_id: id, dataset_id: id, ...fields });

/** Writes what an attempt came to into the log of a batch of its own. */
async function stage(evaluationId: string, attempt: number, staged: readonly Staged[]): Promise<string> {
  const rows = staged.map(({ row, ...more }) =>
    settledRow(evaluationId, row, { attempt, trial: 0, variant: '', ...more }),
  );
  const log = createBatchLog(cloud.s3, bucket, {
    run: callerRun({ evaluationId, attempt }),
    batch: { index: 0, key: '', from: 0, to: 0, count: 1, shard: 0 },
  });
  const entry = {
    writer: 'test',
    at: new Date().toISOString(),
    claims: [],
    retries: [],
    settled: staged.map(({ row }) => row),
  };
  expect(
    await log.append(
      0,
      entry,
      rows.map((row) => JSON.stringify(row)),
    ),
  ).toBe(true);
  return logKey({ evaluationId, attempt, shard: 0, batch: 0 }, 0);
}

const load = (id: string) => loadStaged(recordOf(id), deps);
const loaded = (id: string, columns = 'sample_id, attempt, status') =>
  cloud.query(
    `SELECT ${columns} FROM ${deps.tables.results} WHERE evaluation_id = '${id}' ORDER BY row_index, trial, variant`,
  );

describe('loading the results of a run', () => {
  it('leaves a row alone that was loaded before, with the mark it got since', async () => {
    const id = 'loading-marked';
    await stage(id, 1, [{ row: 0 }, { row: 1, status: 'failed' }]);
    await load(id);
    const mark = `UPDATE ${deps.tables.results} SET scores = '{"human":1}' WHERE evaluation_id = '${id}' AND row_index = 0`;
    await deps.withLease(id, () => cloud.query(mark));
    await stage(id, 2, [{ row: 1 }]);
    await load(id);
    expect(await loaded(id, 'attempt, status, scores')).toEqual([
      { attempt: '1', status: 'succeeded', scores: '{"human":1}' },
      { attempt: '2', status: 'succeeded', scores: null },
    ]);
  });

  it('never puts a skip in the place of a result, as no reader of its log does', async () => {
    const id = 'loading-skipped';
    const first = await stage(id, 1, [{ row: 0 }, { row: 1, status: 'skipped' }]);
    await load(id);
    await stage(id, 2, [{ row: 0, status: 'skipped' }, { row: 1 }]);
    const both = [
      { sample_id: 's0', attempt: '1', status: 'succeeded' },
      { sample_id: 's1', attempt: '2', status: 'succeeded' },
    ];
    const latest = `SELECT sample_id, attempt, status FROM (${latestResults(deps.tables, id)}) ORDER BY row_index`;
    expect(await cloud.query(latest)).toEqual(both);
    const settled = await readSettledRows({ s3: cloud.s3, bucket, evaluationId: id });
    expect([...settled].map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'succeeded'],
      [2, 'succeeded'],
    ]);
    await cloud.s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: first }));
    await load(id);
    expect(await loaded(id)).toEqual(both);
  });

  it('puts the results of several models in the place of the one result of each trial, and changes nothing when repeated', async () => {
    const id = 'loading-trials';
    const models = (trial: number) => ['large', 'small'].map((variant) => ({ row: 0, trial, variant }));
    const failed = (trial: number): Staged => ({ row: 0, trial, status: 'failed' });
    await stage(id, 1, [...models(0), failed(1), failed(2)]);
    await load(id);
    await stage(id, 2, [...models(1), ...models(2)]);
    await load(id);
    const all = [0, 1, 2].flatMap((trial) =>
      ['large', 'small'].map((variant) => ({ trial: `${trial}`, variant, attempt: trial === 0 ? '1' : '2' })),
    );
    expect(await loaded(id, 'trial, variant, attempt')).toEqual(all);
    await load(id);
    expect(await loaded(id, 'trial, variant, attempt')).toEqual(all);
  });

  it('finds the row it has loaded where that has no trial, as rows of before trials', async () => {
    const id = 'loading-old';
    await stage(id, 1, [{ row: 0 }]);
    await load(id);
    await deps.withLease(id, () =>
      cloud.query(`UPDATE ${deps.tables.results} SET trial = NULL, variant = NULL WHERE evaluation_id = '${id}'`),
    );
    await load(id);
    expect(await loaded(id)).toHaveLength(1);
  });
});

describe('a run whose failed rows were called again', () => {
  it('has cost what both attempts have', async () => {
    const id = 'loading-cost';
    const failures = { ...NOTHING_COUNTED, failed: 2, cost_usd: 1, priced: 2 };
    const before = { ...NOTHING_COUNTED, cost_usd: 1 };
    await cloud.runs.create(recordOf(id, { total: 2, planned: 2, attempt: 2, ...before, before }));
    const counts = createBatchCountsStore(cloud.documents, cloud.output('BatchCountsTableName'));
    await counts.write(id, 2, 0, { ...failures, entries: 1, in_flight: 0, state: 'done' });
    await stage(id, 2, [
      { row: 0, status: 'failed', cost_usd: 0.5 },
      { row: 1, status: 'failed', cost_usd: 0.5 },
    ]);
    await load(id);
    const summary = await summarizeRun({ evaluationId: id, retryFailed: false }, deps);
    expect(summary).toMatchObject({ status: 'completed', failed: 2, costUsd: 1 });
    expect(await cloud.record(id)).toMatchObject({ failed: 2, cost_usd: 2 });
  });
});

describe('a run of which rows have no result', () => {
  it('ends as failed, and names them', async () => {
    const id = 'loading-missing';
    await cloud.insertDataset(id, [{ n: 0 }, { n: 1 }, { n: 2 }]);
    await cloud.runs.create(recordOf(id, { total: 3, planned: 3 }));
    await stage(id, 1, [{ row: 0 }, { row: 2 }]);
    await load(id);
    const summary = await summarizeRun({ evaluationId: id, retryFailed: true }, deps);
    expect(summary).toMatchObject({
      status: 'failed',
      total: 3,
      succeeded: 2,
      reason: expect.stringMatching(/^1 of 3 .* s1\./),
    });
    expect(await cloud.record(id)).toMatchObject({ status: 'failed', succeeded: 2 });
  });

  it('is no different for a batch job', async () => {
    const id = 'loading-missing-job';
    await cloud.runs.create(recordOf(id, { total: 3, planned: 3, succeeded: 1, skipped: 1 }));
    const summary = await settleJob(id, deps);
    expect(summary).toMatchObject({ status: 'failed', reason: expect.stringMatching(/^1 of 3 /) });
  });
});
