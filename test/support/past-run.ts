import { NO_FIGURES, recordedSummary } from '../../contracts/summary.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import { runRecordOf } from './run-record.ts';

const HOUR_MS = 3_600_000;

type Given = Partial<RunRecord> & Pick<RunRecord, 'evaluation_id'>;

/** A record of a run that was over a minute after it began, so many hours ago, and of whose 100 rows so many passed. */
export function pastRun({ hoursAgo, passed }: { hoursAgo: number; passed: number }, fields: Given): RunRecord {
  const began = Date.now() - hoursAgo * HOUR_MS;
  const { evaluation_id: evaluationId } = fields;
  const counts = { total: 100, succeeded: 100, failed: 0, skipped: 0 };
  const figures = { passed, wrong: 100 - passed, compared: 100, passRate: passed / 100, passedBy: 'expected' as const };
  const latencyMs = { p50: 400, p95: 1200 };
  const summary = {
    ...NO_FIGURES,
    ...counts,
    ...figures,
    latencyMs,
    evaluationId,
    status: 'completed' as const,
    durationMs: 60_000,
    workMs: 60_000,
    totalWorkMs: 60_000,
  };
  return runRecordOf({
    ...counts,
    status: 'completed',
    planned: 100,
    started_at: new Date(began).toISOString(),
    finished_at: new Date(began + 60_000).toISOString(),
    ...recordedSummary(summary),
    ...fields,
  });
}
