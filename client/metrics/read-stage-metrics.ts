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
  readonly latencyMs: Readonly<Record<ExecutionMode, Latency>>;
}

/** Of a row. Percentiles of several periods cannot be added up: this is that of the slowest five minutes. */
interface Latency {
  readonly mean?: number;
  readonly highestP95?: number;
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
  const asked: Asked[] = MODES.flatMap((mode) => [
    ...NAMES.map((name) => ({ mode, name, statistic: 'Sum' as const })),
    { mode, name: 'RowLatency', statistic: 'SampleCount' },
    { mode, name: 'RowLatency', statistic: 'p95' },
  ]);
  const found = new Map<Asked, number[]>();
  const pages = paginateGetMetricData(
    { client: cloudwatch },
    {
      StartTime: start,
      // The minute that is going on counts too.
      EndTime: new Date(until.getTime() + MINUTE_MS),
      MetricDataQueries: asked.map((one, index) => query(`m${index}`, stage, one)),
    },
  );
  for await (const { MetricDataResults = [] } of pages) {
    for (const { Id = '', Values = [] } of MetricDataResults) {
      const metric = asked[Number(Id.slice(1))];
      if (metric && Values.length > 0) found.set(metric, [...(found.get(metric) ?? []), ...Values]);
    }
  }
  const byMode: Record<ExecutionMode, MetricSums> = { endpoint: {}, agent: {}, tool: {} };
  const rows: Partial<Record<ExecutionMode, number>> = {};
  const highest: Partial<Record<ExecutionMode, number>> = {};
  for (const [{ mode, name, statistic }, values] of found) {
    const sum = values.reduce((total, value) => total + value, 0);
    if (statistic === 'Sum') byMode[mode][name] = sum;
    else if (statistic === 'SampleCount') rows[mode] = sum;
    else highest[mode] = Math.max(...values);
  }
  const latencyOf = (mode: ExecutionMode): Latency => {
    const { RowLatency = 0 } = byMode[mode];
    const count = rows[mode];
    return count ? { mean: Math.round(RowLatency / count), highestP95: highest[mode] } : {};
  };
  const latencyMs = { endpoint: latencyOf('endpoint'), agent: latencyOf('agent'), tool: latencyOf('tool') };
  return { stage, since: start.toISOString(), until: until.toISOString(), byMode, latencyMs };
}

interface Asked {
  readonly mode: ExecutionMode;
  readonly name: MetricName;
  readonly statistic: 'Sum' | 'SampleCount' | 'p95';
}

const query = (
  Id: string,
  stage: string,
  { mode: executionMode, name: MetricName, statistic: Stat }: Asked,
): MetricDataQuery => ({
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
    Stat,
  },
});
