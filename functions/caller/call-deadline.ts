import type { RowCall } from './target.ts';

/** Kept back to stage the row before the function itself is ended. */
const STAGING_MS = 5_000;

/** Milliseconds one call may take: the row's timeout, or what is left of the function's own time. */
export const callDeadlineMs = (
  { run, remainingMs }: Pick<RowCall, 'run' | 'remainingMs'>,
  timeoutSeconds = run.timeoutSeconds,
): number => Math.max(1, Math.min(timeoutSeconds * 1000, Math.floor(remainingMs()) - STAGING_MS));
