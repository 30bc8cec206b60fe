import type { RunStatus } from '../../contracts/run-record.ts';
import type { Summary } from '../../contracts/summary.ts';
import { evaluationOfExecution } from '../../core/evaluation-of-execution.ts';
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
  // EventBridge leaves the input out when it is too long.
  const evaluationId = evaluationOfExecution(detail);
  const record = evaluationId ? await deps.runs.find(evaluationId) : undefined;
  // A run that closed itself, or that another execution has taken over, is left alone.
  if (!record || record.execution_arn !== detail.executionArn || record.finished_at) return undefined;
  await loadStaged(record, deps);
  const figures = await figuresOf(record, deps);
  const summary = { ...figures, ...endedFromOutside(record.status, record.reason, detail) };
  // A redrive may take up what nobody had ended on purpose.
  const redrivable = record.status !== 'halted' && record.status !== 'cancelled';
  // A command may have changed the record meanwhile.
  if (!(await closeRecord(record, summary, deps, redrivable))) return closeStoppedRun({ detail }, deps);
  // The execution is gone, and with it the state that would have told.
  await deps.notifications.send(summary);
  return summary;
}

function endedFromOutside(
  was: RunStatus,
  reason: string | undefined,
  detail: StatusChange['detail'],
): { status: RunStatus; reason: string } {
  if (was === 'halted' || was === 'cancelled') return { status: was, reason: reason ?? '' };
  const cause = detail.cause ? `: ${detail.cause}` : '.';
  if (detail.status === 'ABORTED') return { status: 'cancelled', reason: `The execution was stopped${cause}` };
  return { status: 'failed', reason: `The execution ended as ${detail.status}${cause}` };
}
