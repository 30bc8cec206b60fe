/** A metric is its namespace, its name and its dimensions: another set of dimensions is another metric. */
export interface Metric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

/** Measurements of one metric at one time: values with how often each was seen, or only their sums. */
export interface Measurement extends Metric {
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly unit: string;
  readonly values: readonly (readonly [value: number, count: number])[];
  readonly summary?: Summary;
  /** Seconds: 60, or 1 for metrics of high resolution. */
  readonly resolution?: number;
}

export interface Summary {
  readonly count: number;
  readonly sum: number;
  readonly minimum: number;
  readonly maximum: number;
}

export const UNITS = [
  'Seconds',
  'Microseconds',
  'Milliseconds',
  'Bytes',
  'Kilobytes',
  'Megabytes',
  'Gigabytes',
  'Terabytes',
  'Bits',
  'Kilobits',
  'Megabits',
  'Gigabits',
  'Terabits',
  'Percent',
  'Count',
  'Bytes/Second',
  'Kilobytes/Second',
  'Megabytes/Second',
  'Gigabytes/Second',
  'Terabytes/Second',
  'Bits/Second',
  'Kilobits/Second',
  'Megabits/Second',
  'Gigabits/Second',
  'Terabits/Second',
  'Count/Second',
  'None',
] as const;

export function metricKey({ namespace, name, dimensions }: Metric): string {
  const sorted = Object.entries(dimensions).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([namespace, name, sorted]);
}
