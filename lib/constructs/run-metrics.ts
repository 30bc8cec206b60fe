import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { METRICS_NAMESPACE, type MetricName } from '../../contracts/metrics.ts';
import type { Settings } from '../settings.ts';

export const MODES = ['endpoint', 'agent', 'tool'] as const;
const PERIOD = Duration.minutes(5);

/** Metrics of one stage, as the functions embed them in their log lines. */
export class RunMetrics {
  readonly #stage: string;

  constructor(stage: string) {
    this.#stage = stage;
  }

  of(name: MetricName, executionMode: (typeof MODES)[number], statistic: string = Stats.SUM, label?: string): Metric {
    return new Metric({
      namespace: METRICS_NAMESPACE,
      metricName: name,
      dimensionsMap: { stage: this.#stage, executionMode },
      statistic,
      period: PERIOD,
      label: label ?? executionMode,
    });
  }

  /** Each mode is a metric of its own; this is their sum, zero where there is no data. */
  sum(name: MetricName, label: string): MathExpression {
    return total(
      MODES.map((mode) => this.of(name, mode)),
      label,
      name,
    );
  }
}

/** The sum of metrics that may have no data. Ids begin with `key`, so that several sums fit one expression. */
export function total(metrics: readonly IMetric[], label: string, key: string): MathExpression {
  const ids = metrics.map((_, index) => `${key.charAt(0).toLowerCase()}${key.slice(1)}${index}`);
  return new MathExpression({
    expression: ids.map((id) => `FILL(${id}, 0)`).join(' + '),
    usingMetrics: Object.fromEntries(ids.map((id, index) => [id, metrics[index] as IMetric])),
    period: PERIOD,
    label,
  });
}

export const awsMetric = (
  namespace: string,
  metricName: string,
  dimensionsMap: Record<string, string>,
  statistic: string,
  label: string,
): Metric => new Metric({ namespace: `AWS/${namespace}`, metricName, dimensionsMap, statistic, period: PERIOD, label });

/** What the monitoring constructs watch, by name. */
export interface Watched {
  readonly metrics: RunMetrics;
  readonly settings: Settings;
  readonly stateMachineArns: readonly string[];
  readonly functionNames: readonly string[];
  readonly workGroupName: string;
}

/** Messages in a queue, whose name lacks only `rollcall-` and the suffix. */
export const messagesIn = (name: string, { settings: { suffix } }: Watched, label: string): Metric =>
  awsMetric(
    'SQS',
    'ApproximateNumberOfMessagesVisible',
    { QueueName: `rollcall-${name}${suffix}` },
    Stats.MAXIMUM,
    label,
  );

/** Messages that came in the last period: those that stay for two weeks raise one alarm, and the next one raises another. */
export const newMessagesIn = (name: string, watched: Watched): MathExpression =>
  new MathExpression({
    expression: 'DIFF(FILL(messages, 0))',
    usingMetrics: { messages: messagesIn(name, watched, 'messages') },
    period: PERIOD,
    label: 'new messages',
  });

/** Athena has no metric for failures; every failed query is one sample of its execution time. */
export const failedQueries = ({ workGroupName }: Watched): Metric =>
  awsMetric(
    'Athena',
    'TotalExecutionTime',
    { WorkGroup: workGroupName, QueryState: 'FAILED', QueryType: 'DML' },
    Stats.SAMPLE_COUNT,
    'failed',
  );
