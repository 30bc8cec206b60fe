import { AwsError } from '../aws-error.ts';
import type { Measurement } from './metric.ts';

export const STATISTICS = ['SampleCount', 'Average', 'Sum', 'Minimum', 'Maximum'] as const;

/** The measurements of one period, added up. */
export class Bucket {
  #count = 0;
  #sum = 0;
  #minimum = Number.POSITIVE_INFINITY;
  #maximum = Number.NEGATIVE_INFINITY;
  readonly #values = new Map<number, number>();
  unit = 'None';

  add({ values, summary, unit }: Measurement): void {
    this.unit = unit;
    for (const [value, count] of values) {
      this.#include(count, value * count, value, value);
      this.#values.set(value, (this.#values.get(value) ?? 0) + count);
    }
    if (summary) this.#include(summary.count, summary.sum, summary.minimum, summary.maximum);
  }

  /** `undefined` for a percentile of measurements of which only sums are known. */
  statistic(name: string): number | undefined {
    switch (name) {
      case 'SampleCount':
        return this.#count;
      case 'Sum':
        return this.#sum;
      case 'Average':
        return this.#sum / this.#count;
      case 'Minimum':
        return this.#minimum;
      case 'Maximum':
        return this.#maximum;
      default:
        return this.#percentile(Number(name.slice(1)));
    }
  }

  #include(count: number, sum: number, minimum: number, maximum: number): void {
    this.#count += count;
    this.#sum += sum;
    this.#minimum = Math.min(this.#minimum, minimum);
    this.#maximum = Math.max(this.#maximum, maximum);
  }

  /** The smallest value that at least `percent` of all measurements do not exceed. */
  #percentile(percent: number): number | undefined {
    const sorted = [...this.#values].sort(([a], [b]) => a - b);
    const total = sorted.reduce((sum, [, count]) => sum + count, 0);
    if (total === 0 || total < this.#count) return undefined;
    let seen = 0;
    for (const [value, count] of sorted) {
      seen += count;
      if (seen * 100 >= percent * total) return value;
    }
    return this.#maximum;
  }
}

/** `Sum`, `p95`, `p99.9`; what else CloudWatch knows (trimmed means and the like) is refused by name. */
export function checkStatistic(name: string): void {
  const percent = /^p(\d{1,3}(?:\.\d{1,10})?)$/.exec(name)?.[1];
  if ((STATISTICS as readonly string[]).includes(name) || (percent !== undefined && Number(percent) <= 100)) return;
  throw new AwsError(
    'InvalidParameterValueException',
    `The value ${name} for the statistic is not supported. Use ${STATISTICS.join(', ')} or a percentile such as p95.`,
  );
}

/** "A period can be 1, 5, 10, 20, 30, or any multiple of 60." */
export function checkPeriod(period: number): void {
  if ([1, 5, 10, 20, 30].includes(period) || (period > 0 && period % 60 === 0)) return;
  throw new AwsError(
    'InvalidParameterValueException',
    `The value ${period} for parameter Period is not supported. It must be 1, 5, 10, 20, 30 or a multiple of 60.`,
  );
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * "CloudWatch rounds the specified time stamp: start time less than 15 days ago, to the nearest whole minute; between 15
 * and 63 days, to the nearest 5 minutes; greater than 63 days, to the nearest hour." Always down; short periods to their own.
 */
export function roundedStart(start: number, periodSeconds: number, now = Date.now()): number {
  const age = now - start;
  const coarse = age < 15 * DAY_MS ? MINUTE_MS : age < 63 * DAY_MS ? 5 * MINUTE_MS : 60 * MINUTE_MS;
  const unit = periodSeconds < 60 ? periodSeconds * 1000 : coarse;
  return Math.floor(start / unit) * unit;
}

/** Sorts measurements into periods; the key is the period's start in milliseconds. */
export async function bucketize(
  measurements: AsyncIterable<Measurement>,
  periodSeconds: number,
): Promise<Map<number, Bucket>> {
  const buckets = new Map<number, Bucket>();
  for await (const measurement of measurements) {
    const start = Math.floor(measurement.timestamp / (periodSeconds * 1000)) * periodSeconds * 1000;
    const bucket = buckets.get(start) ?? new Bucket();
    bucket.add(measurement);
    buckets.set(start, bucket);
  }
  return new Map([...buckets].sort(([a], [b]) => a - b));
}
