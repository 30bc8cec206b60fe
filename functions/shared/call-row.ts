import type { CallerAnswer, CallerEvent, Resume, Wait } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { Settlement } from '../../core/result-row.ts';
import { retryDelay } from '../../core/retry-decision.ts';
import type { CallerPorts } from './caller-ports.ts';
import { type Standing, standingOf } from './run-standing.ts';
import { doneFrom, settleRow } from './settle-row.ts';
import type { Failure, Outcome, RowCall, Target } from './target.ts';

/** While a run is paused its batches look again every few seconds, ever more rarely, so that a long pause stays cheap. */
const pauseSeconds = (polls: number): number => Math.min(60, 2 + polls);

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
    if (staged) return doneFrom(staged);
  }

  const resume = event.resume ?? { calls: 0, startedAt: new Date().toISOString() };
  const inFlight = resume.agentExecutionArn !== undefined || resume.awaitsClaim === true;
  const call: RowCall = { event, call: inFlight ? resume.calls : resume.calls + 1, resume, remainingMs };

  const standing = standingOf(run, await ports.runs.read(run.evaluationId));
  const underWay = inFlight || (repeats > 0 && (await target.isUnderWay(call)));
  if (underWay) {
    if (standing.stopsInFlight && target.stop) {
      const { traceRef } = await target.stop(call, standing.reason);
      return settle({ ...skipped(standing), calls: call.call, traceRef });
    }
    return conclude(await target.follow(call));
  }
  if (standing.state === 'over') return settle({ ...skipped(standing), calls: resume.calls });
  if (standing.state === 'paused') return park();
  if (resume.parked) await ports.runs.unpark(run.evaluationId, event.executionId);
  return conclude(await begin());

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
        return doneFrom(outcome.row);
      case 'pending':
        return wait(outcome.seconds, 'call in flight', {
          calls: call.call,
          startedAt: resume.startedAt,
          ...outcome.resume,
        });
      case 'answered':
        return settle({ status: 'succeeded', calls: call.call, answer: outcome.answer, traceRef: outcome.traceRef });
      case 'failed':
        return failed(outcome);
    }
  }

  function failed(failure: Failure): CallerAnswer | Promise<CallerAnswer> {
    const { error, answer, traceRef, retryAfterSeconds } = failure;
    const calls = failure.uncalled ? resume.calls : call.call;
    const seconds = retryDelay({ errorClass: error.errorClass, calls, retryAfterSeconds }, run.retryPolicy);
    if (seconds !== undefined) return wait(seconds, error.name, { calls, startedAt: resume.startedAt });
    return settle({ status: 'failed', calls, answer, traceRef, error });
  }

  /** A paused run's batch says that it stands still, each time it looks: the run may have gone on and paused anew. */
  async function park(): Promise<Wait> {
    await ports.runs.park(run.evaluationId, event.executionId);
    const polls = resume.parked ? (resume.polls ?? 0) + 1 : 0;
    return wait(pauseSeconds(polls), 'run paused', {
      calls: resume.calls,
      startedAt: resume.startedAt,
      parked: true,
      polls,
    });
  }

  function wait(seconds: number, why: string, next: Resume): Wait {
    ports.observer.waits(event, seconds, why);
    return { outcome: 'wait', seconds, resume: next };
  }

  function settle(settlement: Omit<Settlement, 'startedAt' | 'finishedAt'>) {
    const times = { startedAt: resume.startedAt, finishedAt: new Date().toISOString() };
    return settleRow(event, { ...settlement, ...times }, ports);
  }
}

const skipped = (standing: Standing) => ({
  status: 'skipped' as const,
  error: { name: standing.name, message: standing.reason, errorClass: null },
});
