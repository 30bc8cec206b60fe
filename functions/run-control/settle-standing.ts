import { isOver, type RunRecord } from '../../contracts/run-record.ts';
import type { ControlDependencies } from './dependencies.ts';
import type { Execution } from './execution-of.ts';

/** The summarizer hears of a stopped execution by an event; it loads the rows, closes the record and tells the topic. */
const LEFT_TO_THE_EVENT_MS = 5 * 60_000;
/** A record says `pending` a moment before its execution is started. */
const STARTING_MS = 60_000;

/**
 * Brings the record into line with what Step Functions says: a pausing run with no row in flight is paused; a run
 * whose execution is gone (a crash, a deleted execution) has failed, and can be resumed.
 */
export async function settleStanding(
  record: RunRecord,
  execution: Execution,
  deps: ControlDependencies,
): Promise<RunRecord> {
  if (execution.running) {
    if (record.status !== 'pausing' || !execution.quiet) return record;
    await deps.runs.update(record, { status: 'paused' });
  } else {
    if (isOver(record.status) || isStarting(record, execution)) return record;
    const stoppedAt = execution.stoppedAt?.getTime() ?? 0;
    if (Date.now() - stoppedAt < LEFT_TO_THE_EVENT_MS) return record;
    const ended = execution.status ? `ended as ${execution.status}` : 'no longer exists';
    const reason = `The execution ${ended} before the run was done. Go on with: rollcall resume ${record.evaluation_id}`;
    await deps.runs.update(record, { status: 'failed', reason, finished_at: new Date().toISOString() });
  }
  return deps.runs.read(record.evaluation_id);
}

export const isStarting = (record: RunRecord, execution: Execution): boolean =>
  !isOver(record.status) &&
  execution.status === undefined &&
  (waitsInLine(record) || Date.now() - Date.parse(record.pass_requested_at ?? '1970-01-01') < STARTING_MS);

/** A batch job that is not its turn yet has no execution, however long that takes. */
const waitsInLine = ({ items_key, status }: RunRecord): boolean => items_key !== undefined && status !== 'running';
