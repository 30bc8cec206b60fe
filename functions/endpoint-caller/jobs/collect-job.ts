import type { CallerRun } from '../../../contracts/caller.ts';
import type { JobState } from '../../../contracts/job-record.ts';
import { entryIndex } from '../../../core/bulk-jobs/entry-index.ts';
import { entryOutcome } from '../../../core/bulk-jobs/entry-outcome.ts';
import { parseJson } from '../../../core/json.ts';
import type { Claim } from '../../../domain/run-log/batch-progress.ts';
import type { OpenBatch } from '../../caller/open-batch.ts';
import type { RowReader } from '../../caller/row-reader.ts';
import type { Standing } from '../../caller/run-standing.ts';
import type { JobRequests } from './job-requests.ts';
import { identityOf, type JobRow, readJobRows } from './job-rows.ts';
import type { JobItem, JobStore } from './job-store.ts';
import { missing, settlementOf } from './settle-entry.ts';

interface Collecting {
  readonly run: CallerRun;
  readonly requests: JobRequests;
  readonly store: JobStore;
  readonly batch: OpenBatch;
  /** From the first row of the batch that is not settled on. */
  readonly reader: RowReader;
  readonly claims: readonly Claim[];
  readonly standing: Standing;
  /** False when what is left of the invocation's time is needed to hand the batch on. */
  readonly hasTime: () => boolean;
}

/** Rows written down at a time. */
const AT_ONCE = 500;

/** Settles the rows of a job by its results, which lie in the store. False when time ran out on the way. */
export async function collectJob(state: JobState, collecting: Collecting): Promise<boolean> {
  const { run, requests, store, batch, reader, claims, standing, hasTime } = collecting;
  const { job, bulk } = requests;
  const items = await store.items(state.key);
  const rows = await readJobRows(reader, claims);
  const ids = items.map(({ id }) => id);
  const index = entryIndex({ key: state.key, count: items.length, ids }, bulk.responseMapping, job.item !== undefined);
  const about = { run, state, priceFactor: job.priceFactor, standing };
  let isOurs = !state.isFound || job.item === undefined;
  for (const [number, file] of filesOf(requests).entries()) {
    for await (const lines of store.entries(state.key, number)) {
      if (!hasTime()) return false;
      await eachOf(lines, async (line) => {
        const entry = parseJson(line);
        const item = items[index.take(entry) ?? -1];
        if (!item) return;
        isOurs = true;
        const row = takeRow(rows, item);
        if (!row || batch.progress.isSettled(row.place)) return;
        const outcome = entryOutcome(entry, bulk.responseMapping, {
          isMapped: run.outputMapping !== undefined,
          ...file,
        });
        await batch.settle(row, await settlementOf(row, item.text, { entry, outcome }, about));
      });
    }
  }
  const texts = new Map(items.map((item) => [identityOf(item), item.text]));
  const left = [...rows].filter(([, { place }]) => !batch.progress.isSettled(place));
  await eachOf(left, ([identity, row]) => batch.settle(row, missing(row, texts.get(identity) ?? '', about, isOurs)));
  await store.end(state.key);
  return true;
}

/** Files of answers, then those of failures. */
export const filesOf = ({ job: { results, errors } }: JobRequests) => [
  ...results.map((file) => ({ ...file, isErrors: false })),
  ...errors.map((file) => ({ ...file, isErrors: true })),
];

/** A row has one result: of two entries for it the first one stands. */
function takeRow(rows: Map<string, JobRow>, item: JobItem): JobRow | undefined {
  const identity = identityOf(item);
  const row = rows.get(identity);
  rows.delete(identity);
  return row;
}

/** So many at a time that they are written down in few groups, and so few that they fit into memory. */
async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < all.length; start += AT_ONCE)
    await Promise.all(all.slice(start, start + AT_ONCE).map(work));
}
