import type { Summary } from '../../contracts/summary.ts';
import { evaluationOfExecution } from '../../core/evaluation-of-execution.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';
import { closeRecord } from './close-record.ts';
import type { SummarizerDependencies } from './dependencies.ts';
import { figuresOf } from './figures.ts';
import { loadStaged } from './load-staged.ts';

/** EventBridge: the evaluation state machine's execution was aborted, timed out or failed. */
export interface StatusChange {
  readonly detail: {
    readonly executionArn: string;
    readonly name: string;
    readonly status: string;
    readonly input?: string;
    readonly cause?: string | null;
  };
}

/** Loads what was staged and closes the record, so that the table is complete whichever way a run ended. */
export async function closeStoppedRun(
  { detail }: StatusChange,
  deps: SummarizerDependencies,
): Promise<Summary | undefined> {
  // Stopped during a MERGE, it holds the table still; nobody could load anything for half an hour.
  await deps.releaseLease(detail.executionArn);
  // EventBridge leaves the input out when it is too long.
  const evaluationId = evaluationOfExecution(detail);
  if (!evaluationId) return undefined;
  for (;;) {
    const found = await deps.runs.find(evaluationId);
    // A run that closed itself, or that another execution has taken over, is left alone.
    if (!found || found.execution_arn !== detail.executionArn || found.finished_at) return undefined;
    const end = endedFromOutside(found, detail);
    // Functions outlive the execution that invoked them: they are told to stop before what they have settled is loaded.
    if (!(await deps.runs.update(found, end))) continue;
    await loadStaged(found, deps);
    const record = await deps.runs.read(evaluationId);
    // A redrive, or another execution, has taken the run up meanwhile.
    if (record.stopped_from_outside !== end.stopped_from_outside) return undefined;
    const summary = { ...(await figuresOf(record, deps)), status: end.status, reason: end.reason };
    if (!(await closeRecord(record, summary, deps, end.stopped_from_outside))) continue;
    // The execution is gone, and with it the state that would have told.
    if (record.kind !== 'judge') await deps.notifications.send(summary);
    return summary;
  }
}

type End = Pick<RunRecord, 'status'> & { readonly reason: string; readonly stopped_from_outside: boolean };

function endedFromOutside(record: RunRecord, detail: StatusChange['detail']): End {
  const { status, reason = '', stopped_from_outside = false } = record;
  // What somebody has ended on purpose no redrive takes up.
  if (status === 'halted' || status === 'cancelled' || stopped_from_outside) {
    return { status, reason, stopped_from_outside };
  }
  const cause = detail.cause ? `: ${detail.cause}` : '.';
  const why =
    detail.status === 'ABORTED'
      ? { status: 'cancelled' as const, reason: `The execution was stopped${cause}` }
      : { status: 'failed' as const, reason: `The execution ended as ${detail.status}${cause}` };
  return { ...why, stopped_from_outside: true };
}
