import type { CallerAnswer, CallerEvent, Resume, Wait } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { lookAgainSeconds } from '../../core/look-again.ts';
import { costOfCall, type Settlement, setAsideBy } from '../../core/result-row.ts';
import { retryDelay } from '../../core/retry-decision.ts';
import type { CallerPorts } from './caller-ports.ts';
import { isTakenUpAgain, type Standing, standingOf } from './run-standing.ts';
import { settledBefore, settleRow } from './settle-row.ts';
import type { Failure, Outcome, RowCall, Target } from './target.ts';

/** The way of one row through its caller, the same for endpoints, agents and tools. */
export async function callRow(
  event: CallerEvent,
  target: Target,
  ports: CallerPorts,
  remainingMs: () => number,
): Promise<CallerAnswer> {
  const { run, repeats } = event;
  if (repeats > 0) {
    const staged = await ports.staging.find(event);
    if (staged) return settledBefore(event, staged, ports);
  }

  const resume = event.resume ?? { calls: 0, startedAt: new Date().toISOString() };
  const inFlight = resume.agentExecutionArn !== undefined || resume.awaitsClaim === true;
  const call: RowCall = { event, call: inFlight ? resume.calls : resume.calls + 1, resume, remainingMs };

  const standing = await standingNow();
  const underWay = inFlight || (repeats > 0 && (await target.isUnderWay(call)));
  if (underWay) {
    const stops = standing.stopsInFlight && target.stop;
    return conclude(await (stops ? stops(call, standing.reason) : target.follow(call)));
  }
  if (standing.state === 'over') return settle({ ...skipped(standing), calls: resume.calls });
  if (standing.state === 'paused') return park();
  if (resume.parked) await ports.runs.unpark(run.evaluationId, event.executionId);
  return conclude(await begin());

  async function standingNow(): Promise<Standing> {
    let record = await ports.runs.read(run.evaluationId);
    if (isTakenUpAgain(event, record) && (await ports.runs.takeUp(run.evaluationId))) {
      record = await ports.runs.read(run.evaluationId);
    }
    const now = standingOf(run, record);
    // Usually the row that spent the last of it has halted the run; a run resumed with nothing left has no such row.
    if (now.halts && (await ports.runs.halt(run.evaluationId, now.reason))) ports.observer.halted(run, 'budget');
    return now;
  }

  async function begin(): Promise<Outcome> {
    let input: unknown;
    try {
      input = await target.input(event);
    } catch (error) {
      if (!(error instanceof RollcallError)) throw error;
      return { kind: 'failed', error, uncalled: true };
    }
    return target.begin(call, input);
  }

  async function conclude(outcome: Outcome): Promise<CallerAnswer> {
    switch (outcome.kind) {
      case 'settled':
        return settledBefore(event, outcome.row, ports);
      case 'pending':
        return wait(outcome.seconds, 'call in flight', { ...carried(call.call), ...outcome.resume });
      case 'answered':
        return settle({ status: 'succeeded', calls: call.call, answer: outcome.answer, traceRef: outcome.traceRef });
      case 'stopped':
        return settle({
          ...skipped({ name: 'RunCancelled', reason: outcome.why }),
          calls: call.call,
          traceRef: outcome.traceRef,
        });
      case 'failed':
        return failed(outcome);
    }
  }

  function failed(failure: Failure): CallerAnswer | Promise<CallerAnswer> {
    const { error, answer, traceRef, retryAfterSeconds } = failure;
    const calls = failure.uncalled ? resume.calls : call.call;
    const seconds = retryDelay({ errorClass: error.errorClass, calls, retryAfterSeconds }, run.retryPolicy);
    if (seconds !== undefined) return wait(seconds, error.name, carried(calls, answer));
    return settle({ status: 'failed', calls, answer, traceRef, error });
  }

  /** A paused run's batch says that it stands still, each time it looks: the run may have gone on and paused anew. */
  async function park(): Promise<Wait> {
    await ports.runs.park(run.evaluationId, event.executionId);
    const polls = resume.parked ? (resume.polls ?? 0) + 1 : 0;
    const parkedSince = resume.parkedSince ?? new Date().toISOString();
    const seconds = lookAgainSeconds((Date.now() - Date.parse(parkedSince)) / 1000, polls);
    return wait(seconds, 'run paused', { ...carried(resume.calls), parked: true, parkedSince, polls });
  }

  /** What every further look at the row needs to know. */
  function carried(calls: number, answer: Failure['answer'] = {}): Resume {
    const spentUsd = (resume.spentUsd ?? 0) + (costOfCall(run, answer) ?? 0);
    const setAside = resume.setAside ?? setAsideBy(run, answer);
    return { calls, startedAt: resume.startedAt, ...(spentUsd > 0 && { spentUsd }), ...(setAside && { setAside }) };
  }

  function wait(seconds: number, why: string, next: Resume): Wait {
    ports.observer.waits(event, seconds, why);
    return { outcome: 'wait', seconds, resume: next };
  }

  function settle(settlement: Omit<Settlement, 'startedAt' | 'finishedAt' | 'spentUsd' | 'setAside'>) {
    const { startedAt, spentUsd, setAside } = resume;
    const finishedAt = new Date().toISOString();
    return settleRow(event, { ...settlement, startedAt, finishedAt, spentUsd, setAside }, ports);
  }
}

const skipped = ({ name, reason }: Pick<Standing, 'name' | 'reason'>) => ({
  status: 'skipped' as const,
  error: { name, message: reason, errorClass: null },
});
