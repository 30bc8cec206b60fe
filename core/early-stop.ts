import type { ResultRow } from '../contracts/result-row.ts';

/** A run is stopped early when its first rows, so many of them, all end with the same permanent error. */
export const EARLY_ROWS = 20;

/** Errors of a wrong target, credential or mapping. They come back for every row. */
const PERMANENT = new Set([
  'TargetRejected',
  'TargetNotFound',
  'TargetAccessDenied',
  'AddressRefused',
  'MappingFailed',
  'MappingSyntax',
  'MappingTimeout',
]);
const STATUSES = new Set(['400', '401', '403', '404', '422']);

/** The outcome of a row that no early stop counts: an answer, or another error. */
const OTHER = 'other';

/** What a called row has come to, as far as an early stop asks: the same text means the same error. */
export function earlyOutcome({
  status,
  error_name: name,
  error_message: message,
}: Pick<ResultRow, 'status' | 'error_name' | 'error_message'>): string {
  if (status !== 'failed' || !PERMANENT.has(name ?? '')) return OTHER;
  const http = /^HTTP (\d{3})\b/.exec(message ?? '')?.[1];
  if (http === undefined) return name ?? OTHER;
  return STATUSES.has(http) ? `${name}, HTTP ${http}` : OTHER;
}

/** A different outcome settles it: the run goes on. */
export const mayStopEarly = (outcomes: ReadonlySet<string>): boolean => outcomes.size <= 1 && !outcomes.has(OTHER);

/** Whether so many rows with these outcomes stop the run. */
export function earlyStopReason(rows: number, outcomes: ReadonlySet<string>): string | undefined {
  const [error] = outcomes;
  if (rows < EARLY_ROWS || error === undefined || !mayStopEarly(outcomes)) return undefined;
  return `The first ${rows} rows all ended with the same error: ${error}.`;
}
