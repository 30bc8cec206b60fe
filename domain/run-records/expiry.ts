import type { RunRecord } from './run-record.ts';

const DAY_SECONDS = 24 * 3600;
/** Longer than any execution runs: a year, and some days to look at it. */
export const LONGEST_SECONDS = 400 * DAY_SECONDS;
/** From the end of a run that only served another: it asked judges, or estimated a cost. */
const DERIVED_SECONDS = 30 * DAY_SECONDS;

/** When DynamoDB deletes a run's record, in epoch seconds; records of evaluations and batch jobs stay. */
export function expiryOf({ kind, finished_at }: Pick<RunRecord, 'kind' | 'finished_at'>): { expires_at?: number } {
  if (kind !== 'judge' && kind !== 'estimate') return {};
  const from = finished_at === undefined ? Date.now() : Date.parse(finished_at);
  return { expires_at: Math.floor(from / 1000) + (finished_at ? DERIVED_SECONDS : LONGEST_SECONDS) };
}
