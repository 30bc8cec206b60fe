import { isJob, isOver, type RunRecord } from '../../domain/run-records/run-record.ts';
import type { ControlDependencies } from './dependencies.ts';
import type { Execution } from './execution-of.ts';

/** The summarizer hears of a stopped execution by an event, and closes the run. Events are best effort: after this time it is asked to. */
const LEFT_TO_THE_EVENT_MS = 20_000;
/** The longest a function runs: a run that is not closed by then has failed. */
const LEFT_TO_THE_SUMMARIZER_MS = 15 * 60_000;
/** A record says `pending` a moment before its execution is started. */
const STARTING_MS = 60_000;

/**
 * Brings the record into line with what Step Functions says: a pausing run with no row in flight is paused; a run
 * whose execution has ended is closed; one whose execution is gone (a deleted one) has failed, and can be resumed.
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
    if (record.finished_at || isStarting(record, execution)) return record;
    if (execution.status && !isGivenUp(record))
      return haveClosed(record, { ...execution, status: execution.status }, deps);
    if (isOver(record.status)) return record;
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
const waitsInLine = (record: RunRecord): boolean => isJob(record) && record.status !== 'running';

const isGivenUp = ({ closing_requested_at: asked }: RunRecord): boolean =>
  asked !== undefined && Date.now() - Date.parse(asked) >= LEFT_TO_THE_SUMMARIZER_MS;

/** What has settled is loaded and the record closed by the summarizer, in its own time. */
async function haveClosed(
  record: RunRecord,
  { status, cause, stoppedAt }: Execution & { readonly status: string },
  deps: ControlDependencies,
): Promise<RunRecord> {
  if (record.closing_requested_at || Date.now() - (stoppedAt?.getTime() ?? 0) < LEFT_TO_THE_EVENT_MS) return record;
  if (!(await deps.runs.update(record, { closing_requested_at: new Date().toISOString() }))) return record;
  const { execution_arn: executionArn, evaluation_id: evaluationId } = record;
  const name = executionArn.slice(executionArn.lastIndexOf(':') + 1);
  // Later passes have other names than their run.
  const input = JSON.stringify({ evaluationId });
  await deps.closeStoppedRun({ executionArn, name, status, input, ...(cause && { cause }) });
  return deps.runs.read(record.evaluation_id);
}
