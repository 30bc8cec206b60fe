import type { CallerRun } from '../../../contracts/caller.ts';
import type { PlacedRow } from '../../caller/row-reader.ts';
import { identityOf, itemOf } from './job-rows.ts';
import type { JobStore } from './job-store.ts';

/** Rows that wait for a job which an earlier pass of the run has submitted and not collected. */
export interface EarlierJobs {
  /** The key of the job that has the row. */
  keyOf(row: PlacedRow): string | undefined;
}

export async function earlierJobs(store: JobStore, { attempt }: CallerRun): Promise<EarlierJobs> {
  const jobs = new Map<string, string>();
  // A row that was settled since has an attempt more.
  const nameOf = (item: ReturnType<typeof itemOf>) => `${identityOf(item)} ${item.attempts}`;
  for (const [key, { isEnded }] of attempt === 1 ? [] : await store.list()) {
    if (isEnded || ((await store.read(key))?.attempt ?? attempt) >= attempt) continue;
    for (const item of await store.items(key)) jobs.set(nameOf(item), key);
  }
  return { keyOf: (row) => jobs.get(nameOf(itemOf(row, ''))) };
}
