import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ResultRow, ROW_STATUSES } from '../../../contracts/result-row.ts';
import { latestResults } from '../../../core/sql/latest-results.ts';
import { mergeResults } from '../../../core/sql/merge-results.ts';
import { tablesOf } from '../../../core/sql/tables.ts';
import { BatchProgress } from '../../../domain/run-log/batch-progress.ts';
import { GroupCommit } from '../../../domain/run-log/group-commit.ts';
import { createBatchLog } from '../../../domain/run-log/store/batch-log.ts';
import { readSettledRows } from '../../../domain/run-log/store/settled-rows.ts';
import { withResultsLease } from '../../../domain/run-records/store/table-lease.ts';
import { callerRun } from '../../functions/caller-cloud.ts';
import { settledRow } from '../../support/exports.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';

let cloud: RollcallCloud;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
});

const ROWS = 24;
const DEADLINE = { timeout: 300_000 };

/** What an attempt came to: a status, or one for each variant. */
type Outcome = ResultRow['status'] | Readonly<Record<string, 'succeeded' | 'failed'>>;
const status = fc.constantFrom('succeeded' as const, 'failed' as const);
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constantFrom(...ROW_STATUSES),
  fc.dictionary(fc.constantFrom('a', 'b', 'c'), status, { minKeys: 1, noNullPrototype: true }),
);

/** Two invocations settle rows of an attempt at the same moment. Attempts come in any order, as writers may be late. */
const step = fc.record({
  attempt: fc.integer({ min: 1, max: 4 }),
  writers: fc.array(fc.dictionary(fc.integer({ min: 0, max: ROWS - 1 }).map(String), outcome, { maxKeys: 12 }), {
    minLength: 2,
    maxLength: 2,
  }),
  isLoaded: fc.boolean(),
});

describe('the rows of a run that count', () => {
  it(
    'are the same in the log, in SQL and in the results table, whatever attempts, writers and loads came before',
    DEADLINE,
    async () => {
      const tables = tablesOf({ catalog: cloud.output('CatalogName'), database: cloud.output('DatabaseName') });
      const bucket = cloud.output('DataBucketName');
      let runs = 0;
      const history = fc.array(step, { minLength: 2, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(history, async (steps) => {
          const id = `counting-${runs++}`;
          const load = () =>
            withResultsLease(cloud.documents, cloud.output('BatchCountsTableName'), id, () =>
              cloud.query(mergeResults(tables, id, 0)),
            );
          const commits = new Map<number, GroupCommit[]>();
          let clock = Date.parse('2026-11-19T00:00:00Z');
          for (const { attempt, writers, isLoaded } of steps) {
            const both = commits.get(attempt) ?? writers.map((_, writer) => committer(id, attempt, `${writer}`));
            commits.set(attempt, both);
            const settling = writers.flatMap((rows, writer) =>
              Object.entries(rows).map(([row, came]) => {
                const results = resultsOf(id, Number(row), attempt, came, new Date(clock++));
                return both[writer]?.add({ settled: Number(row), results });
              }),
            );
            await Promise.all(settling);
            if (isLoaded) await load();
          }
          const inLog = [...(await readSettledRows({ s3: cloud.s3, bucket, evaluationId: id }))].map(told).sort();
          const inSql = await cloud.query(latestResults(tables, id));
          expect(inSql.map(told).sort()).toEqual(inLog);
          await load();
          const ofRun = `SELECT * FROM ${tables.results} WHERE evaluation_id = '${id}'`;
          expect((await cloud.query(ofRun)).map(told).sort()).toEqual(inLog);
        }),
        { numRuns: 3, endOnFailure: true },
      );

      function committer(evaluationId: string, attempt: number, writer: string): GroupCommit {
        const batch = { index: 0, key: '', from: 0, to: 0, count: ROWS, shard: 0 };
        const log = createBatchLog(cloud.s3, bucket, { run: callerRun({ evaluationId, attempt }), batch });
        return new GroupCommit({ log, progress: new BatchProgress(), next: 0, writer, onEntry: () => {} });
      }
    },
  );
});

/** Every third row has trials of its own: they are rows of the same sample. */
function resultsOf(id: string, place: number, attempt: number, came: Outcome, at: Date): ResultRow[] {
  const [sample, trial] = place % 3 === 2 ? [place - 1, 1] : [place, 0];
  const of = (variant: string, status: ResultRow['status']) =>
    settledRow(id, sample, { attempt, trial, variant, status, finished_at: at.toISOString() });
  return typeof came === 'string' ? [of('', came)] : Object.entries(came).map(([variant, one]) => of(variant, one));
}

/** Athena gives text. */
const told = (row: Partial<Record<keyof ResultRow, unknown>>): string =>
  [row.sample_id, row.trial, row.variant, row.attempt, row.status, secondsOf(row.finished_at)].join(' ');

const secondsOf = (time: unknown): number =>
  Date.parse(`${String(time).replace(' ', 'T').slice(0, 23).replace(/Z$/, '')}Z`);
