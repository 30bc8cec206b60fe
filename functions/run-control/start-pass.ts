import { createHash } from 'node:crypto';
import { startRequested } from '../../client/runs/start-requested.ts';
import { ERRORS, RollcallError } from '../../contracts/errors.ts';
import { evaluationConfigSchema, type OnUnknown } from '../../contracts/evaluation-config.ts';
import type { ExecutionInput } from '../../contracts/execution-input.ts';
import { summaryOf } from '../../contracts/summary.ts';
import { failedToCall } from '../../core/on-unknown.ts';
import { executionArnOf } from '../../core/row-identity.ts';
import { budgetReason, isSpent } from '../../core/stop-reason.ts';
import { isJob, isOver, type RunRecord } from '../../domain/run-records/run-record.ts';
import type { Change, ControlDependencies } from './dependencies.ts';
import type { Execution } from './execution-of.ts';
import { isStarting } from './settle-standing.ts';

type Pass = Pick<ExecutionInput, 'retry' | 'retryClass' | 'budgetLimit' | 'onUnknown' | 'individually'>;

/** Calls rows again, or for the first time, in a new execution under the same evaluation. */
export async function startPass(
  record: RunRecord,
  pass: Pass,
  execution: Execution,
  deps: ControlDependencies,
): Promise<Change> {
  const input = JSON.stringify({ evaluationId: record.evaluation_id, ...pass });
  if (execution.running || isStarting(record, execution)) {
    if (isOver(record.status) || record.pass_input !== input) {
      throw illegal(record, 'Rows can be called again once it has ended. Wait for it, or cancel it.');
    }
    // The same command twice: the first has done it.
    if (!execution.running) await begin(record, deps);
    return { changed: false };
  }
  if (record.attempt === 0) throw illegal(record, `It was refused before it began: ${record.reason} Start a new run.`);
  if (nothingToDo(record, pass)) return { changed: false };
  if (!hasSettled(record, pass)) refuseWithoutMoney(record, pass);

  const executionArn = executionArnOf(deps.machineOf(record), passName(record, pass));
  const claim = {
    status: 'pending' as const,
    execution_arn: executionArn,
    pass_input: input,
    pass_requested_at: new Date().toISOString(),
  };
  const forgotten = {
    reason: undefined,
    finished_at: undefined,
    cancel_now: undefined,
    stopped_from_outside: undefined,
    closing_requested_at: undefined,
  };
  if (!(await deps.runs.update(record, { ...claim, ...forgotten }))) {
    const now = await deps.runs.read(record.evaluation_id);
    // Closed in between, after a stop from outside: the same pass is over all the same.
    if (now.execution_arn === record.execution_arn && isOver(now.status)) return startPass(now, pass, execution, deps);
    throw illegal(now, 'Another command came first. Look at it with: rollcall status');
  }
  try {
    await begin({ ...record, ...claim }, deps);
  } catch (error) {
    const { status, execution_arn, pass_input, reason, finished_at } = record;
    await deps.runs.update({ ...record, ...claim }, { status, execution_arn, pass_input, reason, finished_at });
    throw error;
  }
  return { changed: true, executionArn };
}

/** Starts the pass that a record asks for; a batch job when it is its turn. Doing so again changes nothing. */
export const begin = (record: RunRecord, deps: ControlDependencies): Promise<void> =>
  isJob(record) ? deps.jobs.join(record.evaluation_id) : startRequested(record, deps);

const illegal = (record: RunRecord, next: string): RollcallError =>
  new RollcallError('IllegalTransition', `Run ${record.evaluation_id} is ${record.status}. ${next}`);

/** No row is left to call, so that a pass costs nothing. */
const hasSettled = (record: RunRecord, { retry, onUnknown }: Pass): boolean => {
  const summary = record.finished_at ? summaryOf(record) : undefined;
  if (retry !== 'missing' || !summary) return false;
  const { succeeded, failed, unknown = 0 } = summary;
  const isCalledAgain = unknown > 0 && onUnknownOf(record, onUnknown) === 'call-again';
  return succeeded + failed === record.total && !isCalledAgain;
};

/** What the command says, else the run. */
const onUnknownOf = ({ config }: RunRecord, asked: Pass['onUnknown']): OnUnknown =>
  asked ?? evaluationConfigSchema.parse(JSON.parse(config)).executor.onUnknown;

/**
 * Known only of a run that was closed: its figures are exact then. A run that was cut off after its last row, while its
 * results were loaded for one, is not done: a pass without rows loads them, makes its export and completes it.
 */
function nothingToDo(record: RunRecord, pass: Pass): boolean {
  const { retry, retryClass } = pass;
  const summary = record.finished_at ? summaryOf(record) : undefined;
  if (!summary) return false;
  const { failed, unknown = 0, errors } = summary;
  const wasCutOff = record.stopped_from_outside || record.status === 'failed';
  if (retry === 'missing') return hasSettled(record, pass) && !wasCutOff;
  const ofClass = retryClass ? (errors[retryClass] ?? 0) : failed;
  const lost = !retryClass || retryClass === ERRORS.OutcomeUnknown.class ? unknown : 0;
  return failedToCall(ofClass, lost, onUnknownOf(record, pass.onUnknown)) === 0;
}

/** Every row would be skipped at once; that is said here, not found out afterwards. */
function refuseWithoutMoney(record: RunRecord, pass: Pass): void {
  const { executor } = evaluationConfigSchema.parse(JSON.parse(record.config));
  const budget = { budgetLimit: pass.budgetLimit ?? executor.budgetLimit };
  if (isSpent(budget, record.cost_usd)) {
    throw illegal(record, `${budgetReason(budget, record.cost_usd)} Give a higher budgetLimit with the command.`);
  }
}

/** The execution before it is part of the name, so that each pass has its own. */
function passName(record: RunRecord, { retry }: Pass): string {
  const hash = createHash('sha256').update(record.execution_arn).digest('hex').slice(0, 12);
  return `${record.evaluation_id.slice(0, 48)}-${retry}-${hash}`;
}
