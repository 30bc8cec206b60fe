import { newestEntries } from '../../domain/run-log/store/newest-entries.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import type { ControlDependencies } from './dependencies.ts';

/** Names of the executions of agents in flight: those of rows that are claimed, and neither settled nor waiting. */
export async function agentsInFlight(
  record: RunRecord,
  { s3, bucket, runs }: Pick<ControlDependencies, 's3' | 'bucket' | 'runs'>,
): Promise<string[]> {
  if (!record.is_awaited) return [];
  const { evaluation_id: evaluationId, attempt } = record;
  const counted = new Set(await runs.counted(record));
  const attemptOf = { attempt, shards: record.shards };
  const entries = await newestEntries({ s3, bucket, evaluationId }, attemptOf, (batch) => counted.has(batch));
  return entries.flatMap(({ claims }) => claims.flatMap(([, , name]) => name ?? [])).sort();
}
