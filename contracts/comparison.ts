/** What `compare` gives: figures of the variants of an experiment, and of each against the baseline. Plain data. */

/** A 95 % interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}
