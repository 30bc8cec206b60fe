import type { Run, RunDetail } from '../../contracts/api/runs.ts';
import { summaryOf } from '../../contracts/summary.ts';
import { ownerOf } from '../../contracts/tenant.ts';
import { parseJson } from '../../core/json.ts';
import { progressOf } from '../../core/progress.ts';
import type { ListedRun } from '../../domain/run-records/run-listing.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';

/** A run as its own tenant sees it. */
export function runOf(record: ListedRun): Run {
  const { passRate, passed, wrong, p95Ms } = record.figures ?? {};
  return {
    evaluationId: ownerOf(record.evaluation_id).id,
    ...(record.name && { name: record.name }),
    tags: record.tags ?? [],
    status: record.status,
    ...(record.reason && { reason: record.reason }),
    datasetId: ownerOf(record.dataset_id).id,
    ...(record.experiment_id && { experimentId: record.experiment_id }),
    targetName: record.target_name,
    executionMode: record.execution_mode,
    kind: record.kind,
    ...(record.kind === 'estimate' && { estimate: true }),
    total: record.total,
    succeeded: record.succeeded,
    failed: record.failed,
    skipped: record.skipped,
    ...(passRate !== undefined && { passRate, passed, wrong }),
    ...(p95Ms !== undefined && { p95Ms }),
    costUsd: record.cost_usd,
    priced: record.priced,
    startedAt: record.started_at,
    ...(record.finished_at && { finishedAt: record.finished_at }),
  };
}

export function runDetailOf(record: RunRecord, inFlight: number): RunDetail {
  const summary = summaryOf(record);
  const run = runOf(record);
  return {
    ...run,
    progress: progressOf(record, inFlight),
    attempt: record.attempt,
    maxConcurrency: record.max_concurrency,
    config: parseJson(record.config),
    ...(summary && { summary: { ...summary, evaluationId: run.evaluationId, datasetId: run.datasetId } }),
    exported: record.export_uri !== undefined,
    executionArn: record.execution_arn,
  };
}
