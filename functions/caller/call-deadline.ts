import type { BulkCall } from './target.ts';

/** Kept back to stage the row before the function itself is ended. */
const STAGING_MS = 5_000;

/** Milliseconds one call may take: the row's timeout, or what is left of the function's own time. */
export const callDeadlineMs = ({ run, remainingMs }: BulkCall, timeoutSeconds = run.timeoutSeconds): number =>
  Math.max(1, Math.min(timeoutSeconds * 1000, Math.floor(remainingMs()) - STAGING_MS));
