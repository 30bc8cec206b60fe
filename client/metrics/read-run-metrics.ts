import { METRICS, type MetricName } from '../../contracts/metrics.ts';
import { type LogsDependencies, searchLogs } from '../logs/search-logs.ts';

/** What was measured, added up. A metric that was never told is missing. */
export type MetricSums = Partial<Record<MetricName, number>>;

export interface RunMetrics {
  readonly evaluationId: string;
  /** Over all attempts: a row that was called again in a later pass is counted again. */
  readonly sums: MetricSums;
  readonly latencyMs: { readonly mean?: number; readonly p50?: number; readonly p95?: number; readonly p99?: number };
}

/** The metrics of one run, from the lines in which its functions embedded them: run ids are fields, not dimensions. */
export async function readRunMetrics(deps: LogsDependencies, evaluationId: string, since?: Date): Promise<RunMetrics> {
  const lines = await searchLogs(deps, `{ $.evaluationId = "${evaluationId}" && $._aws.Timestamp > 0 }`, since);
  const sums: MetricSums = {};
  const latencies: number[] = [];
  for (const { fields } of lines) {
    for (const [name, value] of measured(fields)) {
      sums[name] = (sums[name] ?? 0) + value;
      if (name === 'RowLatency') latencies.push(value);
    }
  }
  return { evaluationId, sums, latencyMs: percentiles(latencies) };
}

function measured(fields: Readonly<Record<string, unknown>>): [MetricName, number][] {
  return Object.entries(fields).flatMap(([name, value]): [MetricName, number][] => {
    if (!Object.hasOwn(METRICS, name)) return [];
    // A metric told several times in one line is a list.
    return [value].flat().map((one) => [name as MetricName, Number(one)]);
  });
}

function percentiles(latencies: readonly number[]): RunMetrics['latencyMs'] {
  if (latencies.length === 0) return {};
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  const mean = Math.round(sorted.reduce((sum, value) => sum + value, 0) / sorted.length);
  return { mean, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
