import { recordedSummary, type Summary } from '../../contracts/summary.ts';
import { isJob, type RunRecord } from '../../domain/run-records/run-record.ts';
import type { SummarizerDependencies } from './dependencies.ts';

/**
 * Puts the exact figures on the record and ends the run. Answers false when the record has changed since it was
 * read: a cancel came in between, or another execution took the run over. The end is told once, by who put it there.
 */
export async function closeRecord(
  record: RunRecord,
  summary: Summary,
  deps: SummarizerDependencies,
  stoppedFromOutside = false,
): Promise<boolean> {
  // Before it is over for whoever looks: a retry of it comes after its end.
  if (isJob(record)) await deps.jobs.leave(record.evaluation_id);
  const closed = await deps.runs.update(record, {
    status: summary.status,
    reason: summary.reason ?? '',
    succeeded: summary.succeeded,
    failed: summary.failed,
    skipped: summary.skipped,
    unknown: summary.unknown ?? 0,
    prompt_tokens: summary.tokens.prompt,
    completion_tokens: summary.tokens.completion,
    total_tokens: summary.tokens.total,
    latency_ms_sum: record.latency_ms_sum,
    cost_usd: record.cost_usd,
    priced: summary.priced ?? record.priced,
    bulk_calls: record.bulk_calls,
    individual_calls: record.individual_calls,
    throttled: record.throttled,
    waited_ms: record.waited_ms,
    ...recordedSummary(summary),
    stopped_from_outside: stoppedFromOutside,
    finished_at: new Date().toISOString(),
  });
  if (closed && !record.finished_at) deps.observer.ended(record, summary);
  return closed;
}
