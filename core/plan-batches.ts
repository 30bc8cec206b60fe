/** A child's rows run one after another, so a batch must not keep rows from running side by side. */
const LARGEST_BATCH = 25;
/** A batch aims at this size, far below the 256 KiB a state's payload may have. */
const BATCH_BYTES = 48 * 1024;

/** `clamp(rows / maxConcurrency, 1, 25)`, fewer when rows are large. */
export function batchSize(rows: number, maxConcurrency: number, meanRowBytes: number): number {
  const fair = Math.ceil(rows / maxConcurrency);
  const fitting = Math.floor(BATCH_BYTES / Math.max(meanRowBytes, 1));
  return Math.max(1, Math.min(fair, fitting, LARGEST_BATCH));
}
