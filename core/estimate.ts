/** What is known of one row that was run as a sample. */
export interface SampledRow {
  readonly latencyMs: number | null;
  readonly costUsd: number | null;
}

interface EstimateInput {
  readonly sample: readonly SampledRow[];
  /** Rows of the whole run, those of the sample included. */
  readonly total: number;
  readonly maxConcurrency: number;
  /** What the run of the sample took, from its start to its figures. Default: no longer than its rows */
  readonly sampleMs?: number;
}

/** Expected, and the range it lies in nineteen times out of twenty. */
export interface Range {
  readonly expected: number;
  readonly low: number;
  readonly high: number;
}

interface Estimate {
  /** USD; absent when no row of the sample said what it cost. */
  readonly costUsd?: Range;
  readonly durationMs?: Range;
}

/** The same money at another price. */
export const atPrice = ({ expected, low, high }: Range, factor: number): Range => ({
  expected: expected * factor,
  low: low * factor,
  high: high * factor,
});

/** Expected cost and time of all rows, from the first few of them. */
export function estimate({ sample, total, maxConcurrency, sampleMs = 0 }: EstimateInput): Estimate {
  const costs = sample.map((row) => row.costUsd).filter((cost) => cost !== null);
  const times = sample.map((row) => row.latencyMs).filter((latency) => latency !== null);
  const sideBySide = Math.max(1, Math.min(maxConcurrency, total));
  const cost = sumOfAll(costs, total);
  const time = sumOfAll(times, total);
  const called = times.reduce((all, latency) => all + latency, 0) / Math.max(1, Math.min(sideBySide, sample.length));
  // Planning, reading the rows, loading the results: every run has it, whatever its rows take.
  const startUp = Math.max(0, sampleMs - called);
  return {
    ...(cost && { costUsd: cost }),
    ...(time && {
      durationMs: {
        expected: startUp + time.expected / sideBySide,
        low: startUp + time.low / sideBySide,
        high: startUp + time.high / sideBySide,
      },
    }),
  };
}

/**
 * The sum over all rows when these are some of them: total × mean, give or take the standard error of that. A sample of
 * all rows leaves nothing open; a sample of one says nothing of the spread, so anything from half to twice is likely.
 */
function sumOfAll(values: readonly number[], total: number): Range | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  const sum = values.reduce((all, value) => all + value, 0);
  const mean = sum / count;
  const expected = mean * total;
  if (count >= total) return { expected, low: expected, high: expected };
  if (count === 1) return { expected, low: expected / 2, high: expected * 2 };
  const variance = values.reduce((all, value) => all + (value - mean) ** 2, 0) / (count - 1);
  const unseen = (total - count) / total;
  const margin = studentT(count - 1) * total * Math.sqrt((variance / count) * unseen);
  // What the sample itself took is certain.
  return { expected, low: Math.max(sum, expected - margin), high: expected + margin };
}

/** Two-sided 95 % quantiles of Student's t for 1, 2, 3 … degrees of freedom. */
const QUANTILES = [12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];

/** Beyond ten degrees of freedom, 1.96 + 2.4 / ν is right to two digits. */
const studentT = (degrees: number): number => QUANTILES[degrees - 1] ?? 1.96 + 2.4 / degrees;
