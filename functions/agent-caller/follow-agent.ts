import { setTimeout as sleep } from 'node:timers/promises';
import type { Resume } from '../../contracts/batch.ts';
import type { AgentEvent } from '../../contracts/caller.ts';
import { AGENT_CANCELLED, RollcallError } from '../../contracts/errors.ts';
import { describeExecution } from '../shared/describe-execution.ts';
import { type AgentExecution, isGoing, secondsOf, stopAgent, stopLate, timedOut, wasLate } from './agent-execution.ts';
import type { AgentRow, MaybeAnswer } from './agent-row.ts';
import { beginAgent, inputOf } from './begin-agent.ts';
import { cannotLook } from './cannot-look.ts';
import { readAgent } from './read-agent.ts';
import type { AgentClaim } from './row-log.ts';
import { isEndSeen, isNameTaken, refusedStart, startFailure } from './start-failure.ts';

/** DescribeExecution may lag a little behind the end that Step Functions saw. */
const LAG_MS = [200, 500, 1_000, 2_000];

/** A start that did not reach Step Functions is put off so often before that counts as a call. */
const MOST_PUT_OFF = 60;
const LONGEST_PUT_OFF_SECONDS = 60;

/** Ever more rarely: all looks of an account share a quota of 10 to 15 a second. */
const lookAfterSeconds = (polls: number, runningSeconds: number): number =>
  Math.max(Math.min(5 * polls, 30), runningSeconds / 10);

/** A call that was claimed, with all that is known of it. */
interface Following {
  readonly row: AgentRow;
  readonly claim: AgentClaim;
  readonly arn: string;
  readonly resume: NonNullable<Resume['agent']>;
  /** Step Functions waits for this call no longer … */
  readonly ended: boolean;
  /** … and why, unless the agent succeeded; … */
  readonly failure?: NonNullable<AgentEvent['failure']>;
  /** … then what it came to, as far as that was handed on. */
  readonly result?: NonNullable<AgentEvent['result']>;
}

/** What has become of an agent whose call was claimed, and what is to be done about it. */
export async function followAgent(row: AgentRow, claim: AgentClaim): MaybeAnswer {
  const following = followingOf(row, claim);
  if (following.result) return finished(following, executionOf(following.arn, following.result));
  let execution: AgentExecution;
  try {
    execution = await look(following);
  } catch (error) {
    // Whoever may not start an agent may not look at it either; the former is what the row is told.
    const refusal = following.failure && refusedStart(following.failure, row.stateMachineArn);
    if (refusal) return row.ended(claim.call, { kind: 'failed', error: refusal });
    return cannotLook(row, error, claim.call, following.resume);
  }
  if (execution.status === undefined) return notThere(following);
  return isGoing(execution) ? stillGoing(following, execution) : finished(following, execution);
}

function followingOf(row: AgentRow, claim: AgentClaim): Following {
  const { resume, ended, failure, result } = row.event;
  // What the event says is about the call that was waited for; the row may be further by now.
  const agent = resume?.agent?.call === claim.call ? resume.agent : undefined;
  return {
    row,
    claim,
    arn: row.arnOf(claim.name),
    resume: agent ?? { call: claim.call, polls: 0, putOff: 0 },
    ended: agent !== undefined && ended,
    failure: agent && ended ? (failure ?? undefined) : undefined,
    result: agent && ended && !failure ? (result ?? undefined) : undefined,
  };
}

function executionOf(arn: string, { Input, Output, StartDate, StopDate }: NonNullable<Following['result']>) {
  const [input, output] = [JSON.stringify(Input), JSON.stringify(Output)];
  return { executionArn: arn, status: 'SUCCEEDED', input, output, startDate: StartDate, stopDate: StopDate } as const;
}

/** An agent that goes on and should not is stopped. */
async function look({ row, arn, ended, failure }: Following): Promise<AgentExecution> {
  const { sfn, run, watch } = row;
  let execution = await describeExecution(arn, sfn);
  for (const ms of ended && isEndSeen(failure) ? LAG_MS : []) {
    if (execution.status !== undefined && !isGoing(execution)) break;
    await sleep(ms);
    execution = await describeExecution(arn, sfn);
  }
  if (!isGoing(execution)) return execution;
  const { stopsInFlight, reason } = watch.standing;
  if (stopsInFlight) return stopAgent(sfn, arn, { error: AGENT_CANCELLED, cause: reason });
  const isLate = isTimeout(failure) || secondsOf(execution) >= run.timeoutSeconds;
  return isLate ? stopLate(sfn, arn, run.timeoutSeconds) : execution;
}

/** The agent's execution was never started, or it is long gone. */
async function notThere({ row, claim, arn, resume, ended, failure }: Following): MaybeAnswer {
  if (!ended) return beginAgent(row, claim);
  if (isNameTaken(failure))
    return row.wait(lookAfterSeconds(resume.polls + 1, 0), { ...resume, polls: resume.polls + 1 });
  if (!failure || isEndSeen(failure)) {
    const error = new RollcallError('OutcomeUnknown', `The agent's execution ${arn} is not there any more.`);
    return row.ended(claim.call, { kind: 'failed', error, traceRef: arn });
  }
  const error = startFailure(failure, row.stateMachineArn);
  const { putOffSince = new Date().toISOString() } = resume;
  const waitedSeconds = (Date.now() - Date.parse(putOffSince)) / 1000;
  const isThrottled = error.name === 'TargetThrottled';
  const mayWait = isThrottled
    ? waitedSeconds < row.run.rateLimit.maxWaitSeconds
    : error.name === 'TargetUnavailable' && resume.putOff < MOST_PUT_OFF;
  if (!mayWait) {
    return isThrottled ? row.settle('failed', claim.call, { error }) : row.ended(claim.call, { kind: 'failed', error });
  }
  // Ever more rarely: a child's history holds some hundreds of starts, and there may be no room for days.
  const longest = Math.max(Math.min(LONGEST_PUT_OFF_SECONDS, 2 ** (resume.putOff + 1)), waitedSeconds / 10);
  const seconds = Math.random() * longest;
  const putOff = { ...resume, putOff: resume.putOff + 1, putOffSince };
  return isThrottled ? row.putOff(seconds, putOff) : row.wait(seconds, putOff);
}

/** Step Functions waits for the agent, again if need be; where it could not, the agent is looked at from time to time. */
async function stillGoing({ row, claim, resume, ended }: Following, execution: AgentExecution): MaybeAnswer {
  const running = secondsOf(execution);
  const left = row.run.timeoutSeconds - running;
  if (!ended && resume.polls === 0) {
    const input = await inputOf(row);
    if (!(input instanceof RollcallError)) return row.start(claim, input.value, left);
  }
  const polls = resume.polls + 1;
  // The last look falls on the timeout.
  return row.wait(Math.min(lookAfterSeconds(polls, running), left), { ...resume, polls });
}

async function finished(
  { row, claim, arn, resume, ended, failure }: Following,
  execution: AgentExecution,
): MaybeAnswer {
  const { run } = row;
  const { status, error, cause } = execution;
  if (status === 'ABORTED' && error === AGENT_CANCELLED) {
    const cancelled = { name: AGENT_CANCELLED, message: cause ?? 'The run was cancelled.', errorClass: null };
    return row.settle('skipped', claim.call, { error: cancelled, traceRef: arn });
  }
  if (wasLate(execution, run.timeoutSeconds) || (isTimeout(failure) && status === 'ABORTED' && !error)) {
    return row.ended(claim.call, timedOut(execution, run.timeoutSeconds));
  }
  // Stopped with the execution that waited for it: had somebody stopped the agent alone, that would have been seen.
  const isSeen = (ended && isEndSeen(failure)) || resume.polls > 0;
  if (status === 'ABORTED' && !error && !isSeen) return beginAgent(row);
  return row.ended(claim.call, { ...(await readAgent(run, execution, row.sfn)), request: execution.input });
}

const isTimeout = (failure: Following['failure']): boolean => failure?.Error === 'States.Timeout';
