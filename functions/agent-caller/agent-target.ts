import {
  type DescribeExecutionCommandOutput,
  type SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { Resume } from '../../contracts/caller.ts';
import { AGENT_CANCELLED, RollcallError } from '../../contracts/errors.ts';
import { classifyAwsError } from '../../core/classify-error.ts';
import { agentExecutionName, executionArnOf } from '../../core/row-identity.ts';
import { describeExecution } from '../shared/describe-execution.ts';
import type { Outcome, RowCall, Target } from '../shared/target.ts';
import { agentInput } from './agent-input.ts';
import { readAgent } from './read-agent.ts';
import { describeAgent, watchAgent } from './watch-agent.ts';

/** Agents that run for hours are looked at ever more rarely, so that their looks do not fill the batch's history. */
const lookAfterSeconds = (polls: number, runningSeconds: number): number =>
  Math.max(Math.min(5 * polls, 30), runningSeconds / 10);

/** A row is looked for in so many passes before this one. */
const MOST_PASSES_BACK = 3;

interface AgentOptions {
  readonly sfn: SFNClient;
  /** How long one invocation watches an agent before it answers `wait`. */
  readonly watchMs: number;
}

/** An agent is a state machine: its execution's name makes each call unique, and its ARN is what is followed. */
export function agentTarget({ sfn, watchMs }: AgentOptions): Target {
  async function follow(call: RowCall): Promise<Outcome> {
    const arn = call.resume?.agentExecutionArn ?? arnOf(call);
    const { timeoutSeconds } = call.event.run;
    let execution: DescribeExecutionCommandOutput;
    try {
      execution = await watchAgent(sfn, arn, { watchMs, timeoutSeconds, remainingMs: call.remainingMs });
      if (execution.status === 'RUNNING' && isLate(execution, timeoutSeconds)) {
        execution = await stopped(arn, 'TargetTimeout', `Stopped by Rollcall: no answer within ${timeoutSeconds} s.`);
        if (execution.status === 'ABORTED') return timedOut(arn, execution, timeoutSeconds);
      }
    } catch (error) {
      return lost(call, arn, error);
    }
    return isGoing(execution) ? pending(call, arn, execution) : ended(call, arn, execution);
  }

  /** Cancelling a run with `now` stops its agents, from here or from outside. */
  function ended(call: RowCall, arn: string, execution: DescribeExecutionCommandOutput): Outcome | Promise<Outcome> {
    const { status, error, cause } = execution;
    if (status === 'ABORTED' && error === AGENT_CANCELLED) {
      return { kind: 'stopped', why: cause ?? 'The run was cancelled.', traceRef: arn };
    }
    return readAgent(call.event.run, execution, sfn);
  }

  async function stopped(arn: string, error: string, cause: string): Promise<DescribeExecutionCommandOutput> {
    await sfn.send(new StopExecutionCommand({ executionArn: arn, error, cause }));
    return describeAgent(sfn, arn);
  }

  async function isUnderWay(call: RowCall): Promise<boolean> {
    const { status } = await describeExecution(arnOf(call), sfn);
    return status !== undefined;
  }

  /**
   * A row that has no result yet may have an agent all the same: its pass was stopped or crashed, and the agent ran on. It
   * is paid for already.
   */
  async function leftBehind({ event }: RowCall): Promise<string | undefined> {
    const { run, row } = event;
    if (row.previous_attempts > 0) return undefined;
    for (let attempt = run.attempt - 1; attempt >= Math.max(1, run.attempt - MOST_PASSES_BACK); attempt--) {
      const arn = arnOf({ event: { ...event, run: { ...run, attempt } }, call: 1 });
      const { status } = await describeExecution(arn, sfn);
      if (status === 'RUNNING' || status === 'SUCCEEDED') return arn;
    }
    return undefined;
  }

  /** An earlier invocation began the same call; or ours was begun and only the answer to StartExecution got lost. */
  async function isBegunAllTheSame(error: Error, failure: RollcallError, call: RowCall): Promise<boolean> {
    if (error.name === 'ExecutionAlreadyExists') return true;
    return failure.name === 'TargetUnavailable' && (await isUnderWay(call).catch(() => false));
  }

  return {
    input: agentInput,
    follow,

    isUnderWay,

    async begin(call, input) {
      const stateMachineArn = call.event.run.agentStateMachineArn ?? '';
      try {
        const left = await leftBehind(call);
        if (left !== undefined) return follow({ ...call, resume: { ...restOf(call), agentExecutionArn: left } });
        const started = await sfn.send(
          new StartExecutionCommand({
            stateMachineArn,
            name: nameOf(call),
            input: JSON.stringify(input),
            traceHeader: process.env._X_AMZN_TRACE_ID,
          }),
        );
        if (started.executionArn?.includes(':express:')) {
          throw new RollcallError(
            'TargetRejected',
            `${stateMachineArn} is an EXPRESS state machine; an agent must be STANDARD.`,
          );
        }
      } catch (error) {
        const failure = classifyAwsError(error, stateMachineArn);
        if (!(await isBegunAllTheSame(error as Error, failure, call))) return { kind: 'failed', error: failure };
      }
      return follow(call);
    },

    async stop(call, why) {
      const arn = call.resume?.agentExecutionArn ?? arnOf(call);
      try {
        const execution = await stopped(arn, AGENT_CANCELLED, why);
        const cut = isGoing(execution) || execution.status === 'ABORTED';
        return cut ? { kind: 'stopped', why, traceRef: arn } : await readAgent(call.event.run, execution, sfn);
      } catch (error) {
        return lost(call, arn, error);
      }
    },
  };
}

type NamedCall = Pick<RowCall, 'event' | 'call'>;

const nameOf = ({ event: { run, row }, call }: NamedCall): string =>
  agentExecutionName(run.evaluationId, row.sample_id, run.attempt, call);

const arnOf = (call: NamedCall): string => executionArnOf(call.event.run.agentStateMachineArn ?? '', nameOf(call));

const isGoing = ({ status }: DescribeExecutionCommandOutput): boolean =>
  status === 'RUNNING' || status === 'PENDING_REDRIVE';

const isLate = ({ startDate }: DescribeExecutionCommandOutput, timeoutSeconds: number): boolean =>
  Date.now() - (startDate?.getTime() ?? Date.now()) >= timeoutSeconds * 1000;

function timedOut(arn: string, execution: DescribeExecutionCommandOutput, timeoutSeconds: number): Outcome {
  return {
    kind: 'failed',
    error: new RollcallError('TargetTimeout', `The agent gave no answer within ${timeoutSeconds} s and was stopped.`),
    answer: { latencyMs: Date.now() - (execution.startDate?.getTime() ?? Date.now()) },
    traceRef: arn,
  };
}

/** The last look falls on the timeout. */
function pending({ event, resume }: RowCall, arn: string, { startDate }: DescribeExecutionCommandOutput): Outcome {
  const polls = (resume?.polls ?? 0) + 1;
  const begun = startDate ?? new Date();
  const running = (Date.now() - begun.getTime()) / 1000;
  const left = event.run.timeoutSeconds - running;
  const seconds = Math.ceil(Math.max(1, Math.min(lookAfterSeconds(polls, running), left)));
  return {
    kind: 'pending',
    seconds,
    resume: { agentExecutionArn: arn, callStartedAt: begun.toISOString(), polls },
  };
}

/** The agent could not be looked at. It may well be running, so only a lasting reason ends the row. */
function lost(call: RowCall, arn: string, error: unknown): Outcome {
  if ((error as Error).name === 'ExecutionDoesNotExist') {
    const gone = new RollcallError('OutcomeUnknown', `The agent's execution ${arn} is not there any more.`, {
      cause: error,
    });
    return { kind: 'failed', error: gone, traceRef: arn };
  }
  const classified = classifyAwsError(error, arn);
  if (classified.errorClass !== 'transient') return { kind: 'failed', error: classified, traceRef: arn };
  return pending(call, arn, {
    startDate: dateOf(call.resume?.callStartedAt),
    $metadata: {},
  } as DescribeExecutionCommandOutput);
}

const restOf = ({ resume, call }: RowCall): Resume => resume ?? { calls: call, startedAt: new Date().toISOString() };

const dateOf = (text: string | undefined): Date => (text === undefined ? new Date() : new Date(text));
