import { ROWS_PER_SHARD } from '../contracts/storage-keys.ts';

/** Rows that one child calls side by side: few enough for one processor, many enough to share its start-up. */
const SHARE = 20;
const SMALLEST_SHARE = 15;
const LARGEST_SHARE = 25;

/** A child that is done with a batch takes another: while one waits for its slowest row, the others go on. */
const BATCHES_PER_CHILD = 4;
/** A batch is worth its child's end when it keeps the whole share busy for ten rows each. */
const TURNS = 10;
const LARGEST_BATCH = 5000;

interface Pass {
  /** Rows the pass calls. */
  readonly planned: number;
  readonly maxConcurrency: number;
  /** Step Functions waits for each row itself (agents): a row is a batch of its own. */
  readonly isAwaited: boolean;
  /** Rows that go into one call of a bulk endpoint. Default: 1 */
  readonly rowsPerCall?: number;
  /** Rows go as bulk jobs, of which so many may be open. */
  readonly openJobs?: number;
}

export interface BatchPlan {
  /** Children of the Distributed Map that run at once. */
  readonly children: number;
  /** Rows of a batch; the last of a shard may have fewer. */
  readonly batchRows: number;
}

/** How the rows of a pass are dealt out. An agent is awaited by its child alone; other rows share a child. */
export function planBatches({ planned, maxConcurrency, isAwaited, rowsPerCall = 1, openJobs }: Pass): BatchPlan {
  if (isAwaited) return { children: maxConcurrency, batchRows: 1 };
  if (openJobs !== undefined) {
    // One child keeps several jobs open; further ones are for the rows of further shards.
    const children = Math.min(Math.max(1, Math.ceil(planned / ROWS_PER_SHARD)), openJobs, maxConcurrency);
    return { children, batchRows: ROWS_PER_SHARD };
  }
  if (maxConcurrency <= SHARE) return { children: 1, batchRows: ROWS_PER_SHARD };
  const children = childrenFor(maxConcurrency);
  const share = shareOf(maxConcurrency, children);
  // Few rows make fewer batches, not smaller ones, and always one for every child that has a share of rows to call.
  const worthwhile = Math.floor(planned / (children * TURNS * share));
  const each = Math.min(Math.max(worthwhile, 1), BATCHES_PER_CHILD);
  const fair = Math.ceil(planned / (children * each));
  const rows = Math.min(Math.max(fair, share), LARGEST_BATCH);
  // Whole calls, so that no batch ends with one that has room left.
  return { children, batchRows: Math.ceil(rows / rowsPerCall) * rowsPerCall };
}

/** Rows each child calls side by side. Together they are never more than `maxConcurrency`. */
export const shareOf = (maxConcurrency: number, children: number): number => Math.floor(maxConcurrency / children);

/** As many as leave the fewest of `maxConcurrency` unused, and of these the number whose share is nearest to 20. */
function childrenFor(maxConcurrency: number): number {
  const fewest = Math.ceil(maxConcurrency / LARGEST_SHARE);
  const most = Math.ceil(maxConcurrency / SMALLEST_SHARE);
  const unused = (children: number) => maxConcurrency % children;
  const distance = (children: number) => Math.abs(children - maxConcurrency / SHARE);
  let best = fewest;
  for (let children = fewest + 1; children <= most; children++) {
    const better = unused(children) - unused(best) || distance(children) - distance(best);
    if (better < 0) best = children;
  }
  return best;
}
