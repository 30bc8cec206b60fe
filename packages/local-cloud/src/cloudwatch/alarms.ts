import { join } from 'node:path';
import type { CloudContext } from '../cloud-context.ts';
import { DurableMap } from '../store/durable-map.ts';
import { metricKey } from './metric.ts';
import type { MetricStore } from './metric-store.ts';
import { bucketize } from './statistics.ts';

export const COMPARISONS = {
  GreaterThanOrEqualToThreshold: (value: number, threshold: number) => value >= threshold,
  GreaterThanThreshold: (value: number, threshold: number) => value > threshold,
  LessThanThreshold: (value: number, threshold: number) => value < threshold,
  LessThanOrEqualToThreshold: (value: number, threshold: number) => value <= threshold,
} as const;

/** As PutMetricAlarm was given it. */
export interface Alarm {
  readonly AlarmName: string;
  readonly AlarmDescription?: string;
  readonly ActionsEnabled: boolean;
  readonly AlarmActions: readonly string[];
  readonly OKActions: readonly string[];
  readonly InsufficientDataActions: readonly string[];
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions: Readonly<Record<string, string>>;
  readonly Statistic: string;
  readonly Period: number;
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm?: number;
  readonly Threshold: number;
  readonly ComparisonOperator: keyof typeof COMPARISONS;
  readonly TreatMissingData: 'breaching' | 'notBreaching' | 'ignore' | 'missing';
  readonly updatedAt: number;
}

/** Metric alarms of the account. Their state is found when somebody asks for it; their actions are not carried out. */
export class Alarms {
  readonly #alarms: DurableMap<Alarm>;
  readonly #metrics: MetricStore;
  readonly #arnOf: (name: string) => string;

  constructor(context: CloudContext, metrics: MetricStore) {
    this.#alarms = new DurableMap(join(context.dataDir, 'cloudwatch', 'alarms', 'alarms.jsonl'));
    this.#metrics = metrics;
    this.#arnOf = (name) => `arn:aws:cloudwatch:${context.region}:${context.accountId}:alarm:${name}`;
  }

  arnOf(name: string): string {
    return this.#arnOf(name);
  }

  put(alarm: Alarm): void {
    this.#alarms.set(alarm.AlarmName, alarm);
  }

  delete(name: string): void {
    this.#alarms.delete(name);
  }

  /** By name. */
  list(): Alarm[] {
    return [...this.#alarms.values()].sort((a, b) => (a.AlarmName < b.AlarmName ? -1 : 1));
  }

  /** The newest periods, the one that is going on included. */
  async stateOf(alarm: Alarm, now = Date.now()): Promise<'OK' | 'ALARM' | 'INSUFFICIENT_DATA'> {
    const { Namespace: namespace, MetricName: name, Dimensions: dimensions, EvaluationPeriods } = alarm;
    const period = alarm.Period * 1000;
    const newest = Math.floor(now / period) * period;
    const first = newest - (EvaluationPeriods - 1) * period;
    const key = metricKey({ namespace, name, dimensions });
    const measurements = this.#metrics.read(first, now + period, (metric) => metricKey(metric) === key);
    const buckets = await bucketize(measurements, alarm.Period);
    const values = Array.from({ length: EvaluationPeriods }, (_, at) =>
      buckets.get(first + at * period)?.statistic(alarm.Statistic),
    );
    const missing = values.filter((value) => value === undefined).length;
    if (missing === EvaluationPeriods && ['missing', 'ignore'].includes(alarm.TreatMissingData)) {
      return 'INSUFFICIENT_DATA';
    }
    const breaches = COMPARISONS[alarm.ComparisonOperator];
    const breaching = values.filter((value) =>
      value === undefined ? alarm.TreatMissingData === 'breaching' : breaches(value, alarm.Threshold),
    ).length;
    return breaching >= (alarm.DatapointsToAlarm ?? EvaluationPeriods) ? 'ALARM' : 'OK';
  }

  close(): void {
    this.#alarms.close();
  }
}
