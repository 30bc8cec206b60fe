import { type CloudWatchClient, type MetricDataQuery, paginateGetMetricData } from '@aws-sdk/client-cloudwatch';
import type { ExecutionMode } from '../../contracts/evaluation-config.ts';
import { METRICS, METRICS_NAMESPACE, type MetricName } from '../../contracts/metrics.ts';
import type { MetricSums } from './read-run-metrics.ts';

export interface StageMetricsDependencies {
  readonly cloudwatch: CloudWatchClient;
  readonly stage: string;
}

export interface StageMetrics {
  readonly stage: string;
  readonly since: string;
  readonly until: string;
  readonly byMode: Readonly<Record<ExecutionMode, MetricSums>>;
}

const MODES: readonly ExecutionMode[] = ['endpoint', 'agent', 'tool'];
const NAMES = Object.keys(METRICS) as MetricName[];
const MINUTE_MS = 60_000;
const PERIOD_MS = 5 * MINUTE_MS;

/** What all runs of a stage have told CloudWatch since a time, rounded down to five minutes. */
export async function readStageMetrics(
  { cloudwatch, stage }: StageMetricsDependencies,
  since: Date,
  until = new Date(),
): Promise<StageMetrics> {
  // Measurements stand at the beginning of their period.
  const start = new Date(Math.floor(since.getTime() / PERIOD_MS) * PERIOD_MS);
  const asked = MODES.flatMap((mode) => NAMES.map((name) => ({ mode, name })));
  const byMode: Record<ExecutionMode, MetricSums> = { endpoint: {}, agent: {}, tool: {} };
  const pages = paginateGetMetricData(
    { client: cloudwatch },
    {
      StartTime: start,
      // The minute that is going on counts too.
      EndTime: new Date(until.getTime() + MINUTE_MS),
      MetricDataQueries: asked.map(({ mode, name }, index) => query(`m${index}`, stage, mode, name)),
    },
  );
  for await (const { MetricDataResults = [] } of pages) {
    for (const { Id = '', Values = [] } of MetricDataResults) {
      const metric = asked[Number(Id.slice(1))];
      if (!metric || Values.length === 0) continue;
      const sums = byMode[metric.mode];
      sums[metric.name] = Values.reduce((sum, value) => sum + value, sums[metric.name] ?? 0);
    }
  }
  return { stage, since: start.toISOString(), until: until.toISOString(), byMode };
}

const query = (Id: string, stage: string, executionMode: string, MetricName: string): MetricDataQuery => ({
  Id,
  MetricStat: {
    Metric: {
      Namespace: METRICS_NAMESPACE,
      MetricName,
      Dimensions: [
        { Name: 'stage', Value: stage },
        { Name: 'executionMode', Value: executionMode },
      ],
    },
    Period: PERIOD_MS / 1000,
    Stat: 'Sum',
  },
});
