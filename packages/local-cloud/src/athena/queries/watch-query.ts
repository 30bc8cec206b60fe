import { QueryError } from '../sql/query-error.ts';

/** The engine's own limit is 2 GB; what it makes beside it, in functions over text and arrays, is not counted there. */
const MOST_GROWTH = 3 * 1024 ** 3;
/** "DML query timeout: 30 minutes". */
const LONGEST_MS = 30 * 60_000;
const LOOK_EVERY_MS = 100;

export interface QueryWatch {
  /** Why the query was stopped, if it was. */
  exceeded(): QueryError | undefined;
  end(): void;
}

/** Stops a query that takes more memory or time than one may, or that nobody wants any more. */
export function watchQuery(
  stop: () => void,
  { memory = () => process.memoryUsage.rss(), now = () => performance.now(), isWanted = (): boolean => true } = {},
): QueryWatch {
  const before = memory();
  const began = now();
  let error: QueryError | undefined;
  const look = () => {
    if (memory() - before > MOST_GROWTH) {
      error = new QueryError('EXCEEDED_LOCAL_MEMORY_LIMIT', 'Query exceeded per-node memory limit of 3GB');
    } else if (now() - began > LONGEST_MS) {
      error = new QueryError('EXCEEDED_TIME_LIMIT', 'Query exceeded the maximum execution time limit of 30.00m');
    }
    // More than once: what it does at the moment may not hear it.
    if (error || !isWanted()) stop();
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return { exceeded: () => error, end: () => clearInterval(timer) };
}
