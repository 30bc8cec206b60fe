import { recordedSummary, type Summary } from '../../contracts/summary.ts';
import { closeRecord } from './close-record.ts';
import type { SummarizerDependencies } from './dependencies.ts';
import { figuresOf, figuresOfRecord } from './figures.ts';

/** Ends a job whose items are settled by what its batches have counted: no query, and its tenant's next job may begin. */
export async function settleJob(evaluationId: string, deps: SummarizerDependencies): Promise<Summary> {
  for (;;) {
    const record = await deps.runs.read(evaluationId);
    const summary: Summary = { ...figuresOfRecord(record), ...endOf(record) };
    if (await closeRecord(record, summary, deps)) return summary;
  }
}

type SettledRecord = Parameters<typeof figuresOfRecord>[0];

function endOf(record: SettledRecord): Pick<Summary, 'status' | 'reason'> {
  const { status, reason, total, succeeded, failed, skipped } = record;
  if (status === 'halted' || status === 'cancelled') return { status, reason };
  const missing = total - succeeded - failed - skipped;
  if (missing <= 0) return { status: 'completed' };
  return { status: 'failed', reason: `${missing} of ${total} items have no result. Resume the job to call them.` };
}

/** The job's rows are in the table: its figures are completed by what only a query can tell. */
export async function refreshJob(evaluationId: string, deps: SummarizerDependencies): Promise<Summary> {
  const record = await deps.runs.read(evaluationId);
  const { status, reason } = record;
  const summary: Summary = { ...(await figuresOf(record, deps)), status, ...(reason && { reason }) };
  // A pass that goes on will be closed, and loaded, by itself.
  if (record.finished_at) await deps.runs.update(record, recordedSummary(summary));
  return summary;
}
