import type { Job } from '../../contracts/api/jobs.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { ownerOf, ownId } from '../../contracts/tenant.ts';
import { progressOf } from '../../core/progress.ts';
import { isJob, isOver, type RunRecord } from '../../domain/run-records/run-record.ts';
import { inFlight as inFlightOf } from '../../domain/run-records/store/batch-counts.ts';
import type { ObservedRun } from '../../domain/run-records/store/run-record-store.ts';
import type { Installation } from '../connect/installation.ts';
import { hasBulkRoute } from './has-bulk-route.ts';

/** How far a job is. */
export async function readJob(tenant: string, jobId: string, installation: Installation): Promise<Job> {
  const { record, batches } = await observeJob(tenant, jobId, installation);
  if (record.status === 'pending') await nudge(record, installation);
  return jobOf(record, inFlight(record, batches));
}

/** A start takes less. */
const STARTING_MS = 5_000;

/** Whoever was to start the job may have been cut off: its place in line is looked after by those who ask for it. */
async function nudge(record: RunRecord, { jobs }: Installation): Promise<void> {
  const { evaluation_id, pass_requested_at = record.started_at } = record;
  if (Date.now() - Date.parse(pass_requested_at) < STARTING_MS) return;
  await jobs.look(ownerOf(evaluation_id).tenant);
  await jobs.join(evaluation_id);
}

/** The record of a batch job; of a run that is none, or another's, there is no job. */
export async function readJobRecord(tenant: string, jobId: string, installation: Installation): Promise<RunRecord> {
  return (await observeJob(tenant, jobId, installation)).record;
}

async function observeJob(tenant: string, jobId: string, { runs }: Installation): Promise<ObservedRun> {
  const observed = await runs.observe(ownId(tenant, jobId));
  if (!observed || !isJob(observed.record)) throw new RollcallError('JobNotFound', `There is no job ${jobId}.`);
  return observed;
}

function inFlight(record: RunRecord, batches: ObservedRun['batches']): number {
  if (record.finished_at || record.batch_size === 0) return 0;
  // Agents are awaited by Step Functions; there are as many of them as may be.
  if (record.is_awaited) return isOver(record.status) ? 0 : record.max_concurrency;
  return inFlightOf(batches);
}

function jobOf(record: RunRecord, rowsInFlight: number): Job {
  const progress = progressOf(record, rowsInFlight);
  const { succeeded, failed, skipped, running, remaining: pending } = progress;
  const settled = succeeded + failed + skipped;
  const counts = { succeeded, failed, skipped };
  return {
    jobId: ownerOf(record.evaluation_id).id,
    target: record.target_name,
    status: record.status === 'pausing' ? 'paused' : record.status,
    ...(record.reason && { reason: record.reason }),
    progress: record.total === 0 ? 100 : Math.floor((settled / record.total) * 100),
    itemCount: record.total,
    itemCounts: { ...counts, running, pending },
    progressDetails: {
      mode: hasBulkRoute(record) ? 'bulk' : 'individual',
      attempt: record.attempt,
      concurrency: record.max_concurrency,
      ratePerMinute: Math.round(progress.rowsPerSecond * 60),
      ...(progress.etaSeconds !== undefined && { etaSeconds: progress.etaSeconds }),
      ...(progress.averageLatencyMs !== undefined && { averageLatencyMs: progress.averageLatencyMs }),
      costUsd: progress.costUsd,
      priced: progress.priced,
    },
    ...(record.finished_at && {
      output: { ...counts, bulkCallsMade: record.bulk_calls, individualCallsMade: record.individual_calls },
      finishedAt: record.finished_at,
    }),
    createdAt: record.started_at,
  };
}
