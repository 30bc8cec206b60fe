import { describeIssues } from '../../contracts/describe-issues.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { OnUnknown } from '../../contracts/evaluation-config.ts';
import { type RunControlAnswer, type RunControlRequest, runControlRequestSchema } from '../../contracts/run-control.ts';
import { progressOf } from '../../core/progress.ts';
import { isOver, type RunRecord } from '../../domain/run-records/run-record.ts';
import { cancel, pause, unpause } from './change-status.ts';
import type { Change, ControlDependencies } from './dependencies.ts';
import { type Execution, executionOf } from './execution-of.ts';
import { setConcurrency } from './set-concurrency.ts';
import { isStarting, settleStanding } from './settle-standing.ts';
import { begin, startPass } from './start-pass.ts';
import { stopAgents } from './stop-agents.ts';

/** One command on one run. Every command can be repeated: `changed` says whether this one did anything. */
export async function controlRun(event: unknown, deps: ControlDependencies): Promise<RunControlAnswer> {
  const request = parse(event);
  const { evaluationId } = request;
  const found = await deps.runs.observe(evaluationId);
  if (!found) throw new RollcallError('RunNotFound', `There is no run ${evaluationId}.`);
  const execution = await executionOf(found, deps);
  const record = await settleStanding(found.record, execution, deps);
  const change = await act(request, record, execution, deps);
  if (execution.running) await passOn(request, record, deps);
  const after = change.changed ? await deps.runs.read(evaluationId) : record;
  const gone = !change.changed && isGone(after, execution) ? goneReason(execution) : undefined;
  const reason = after.reason ?? gone;
  const answer: RunControlAnswer = {
    evaluationId,
    status: after.status,
    ...(reason && { reason }),
    ...change,
    progress: progressOf(after, execution.rowsInFlight),
  };
  deps.observer.controlled(request, answer);
  return answer;
}

function parse(event: unknown): RunControlRequest {
  const parsed = runControlRequestSchema.safeParse(event);
  if (parsed.success) return parsed.data;
  throw new RollcallError('InvalidControlRequest', describeIssues(parsed.error).join('; '));
}

function act(
  request: RunControlRequest,
  record: RunRecord,
  execution: Execution,
  deps: ControlDependencies,
): Promise<Change> | Change {
  switch (request.action) {
    case 'status':
      return { changed: false };
    case 'pause':
      refuseIfGone(record, execution);
      return pause(record, deps);
    case 'cancel':
      refuseIfGone(record, execution);
      return cancelAndStop(record, request, deps);
    case 'resume':
      return resume(record, request, execution, deps);
    case 'retry': {
      const { errorClass: retryClass, budgetLimit, onUnknown, individually } = request;
      const pass = { retry: 'failed', retryClass, budgetLimit, onUnknown, individually } as const;
      return startPass(record, pass, execution, deps);
    }
    case 'set-concurrency':
      return setConcurrency(record, execution, request.maxConcurrency, deps);
  }
}

/** While judges are asked about a run's answers, what the run is told holds for the run that asks. */
async function passOn(request: RunControlRequest, { judge_runs }: RunRecord, deps: ControlDependencies): Promise<void> {
  const asking = judge_runs?.at(-1);
  const judge = asking && (await deps.runs.find(asking));
  if (!judge || isOver(judge.status)) return;
  if (request.action === 'pause') await pause(judge, deps);
  if (request.action === 'resume') await unpause(judge, deps);
  if (request.action === 'cancel') await cancelAndStop(judge, request, deps);
}

/** A pause is left; a run whose execution has ended goes on with the rows that have no result. */
async function resume(
  record: RunRecord,
  { budgetLimit, onUnknown }: { budgetLimit?: number; onUnknown?: OnUnknown },
  execution: Execution,
  deps: ControlDependencies,
): Promise<Change> {
  const goesOn = execution.running || isStarting(record, execution);
  if (!goesOn) return startPass(record, { retry: 'missing', budgetLimit, onUnknown }, execution, deps);
  if (budgetLimit !== undefined) {
    throw new RollcallError(
      'InvalidControlRequest',
      `budgetLimit: run ${record.evaluation_id} is ${record.status}; its budget can be changed when it has ended.`,
    );
  }
  if (!execution.running) await begin(record, deps);
  return unpause(record, deps);
}

async function cancelAndStop(
  record: RunRecord,
  request: { now: boolean; reason?: string },
  deps: ControlDependencies,
): Promise<Change> {
  const change = await cancel(record, request, deps);
  if (request.now && change.changed) await stopAgents(await deps.runs.read(record.evaluation_id), deps);
  return change;
}

/** The record still says that the run goes on, but nothing does: the event that closes it is on its way. */
const isGone = (record: RunRecord, execution: Execution): boolean =>
  !execution.running && !isOver(record.status) && !isStarting(record, execution);

const goneReason = ({ status }: Execution): string =>
  `its execution has ended (${status}) and the run is being closed. It can be resumed.`;

function refuseIfGone(record: RunRecord, execution: Execution): void {
  if (!isGone(record, execution)) return;
  throw new RollcallError(
    'IllegalTransition',
    `Run ${record.evaluation_id} is ${record.status}, but ${goneReason(execution)}`,
  );
}
