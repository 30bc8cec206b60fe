import { join } from 'node:path';
import type { CloudContext } from '../cloud-context.ts';
import { DurableMap } from '../store/durable-map.ts';

export const COMPARISONS = [
  'GreaterThanOrEqualToThreshold',
  'GreaterThanThreshold',
  'LessThanThreshold',
  'LessThanOrEqualToThreshold',
] as const;

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
  readonly ComparisonOperator: (typeof COMPARISONS)[number];
  readonly TreatMissingData: 'breaching' | 'notBreaching' | 'ignore' | 'missing';
  readonly updatedAt: number;
}

/** Metric alarms of the account. They are kept, and not evaluated. */
export class Alarms {
  readonly #alarms: DurableMap<Alarm>;
  readonly #arnOf: (name: string) => string;

  constructor(context: CloudContext) {
    this.#alarms = new DurableMap(join(context.dataDir, 'cloudwatch', 'alarms', 'alarms.jsonl'));
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

  close(): void {
    this.#alarms.close();
  }
}
