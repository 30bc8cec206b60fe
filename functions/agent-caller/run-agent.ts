import { type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import * as z from 'zod';
import { type AgentRun, agentRunSchema, type NormalizedAnswer } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { classifyAwsError } from '../../core/classify-error.ts';
import { asText } from '../../core/json.ts';
import { costOfCall } from '../../core/result-row.ts';
import { agentExecutionName, executionArnOf } from '../../core/row-identity.ts';
import { parseEvent } from '../caller/caller-handler.ts';
import type { Outcome, RowOfRun } from '../caller/target.ts';
import { describeExecution } from '../shared/describe-execution.ts';
import { type AgentExecution, isGoing, secondsOf, stopLate, timedOut, wasLate } from './agent-execution.ts';
import { agentInput } from './agent-input.ts';
import { readAgent } from './read-agent.ts';
import { watchAgent } from './watch-agent.ts';

/** A column as text, whether it came as JSON text or as the value itself. */
const column = z
  .unknown()
  .optional()
  .transform((value) => (value === undefined || value === null ? null : asText(value)));

/** What the wrapper takes when it is invoked for one call, outside of a run. */
const runAgentSchema = z
  .object({
    executionId: z.string().min(1),
    sampleId: z.string().min(1),
    agentStateMachineArn: z.string().min(1),
    agentInput: z.unknown().optional(),
    row: z.object({ row_index: z.number().default(0), input: column, expected: column, metadata: column }).optional(),
    agentInputMapping: z.string().optional(),
    agentOutputMapping: z.string().optional(),
    timeoutMs: z.number().positive().optional(),
    trace: z.boolean().default(false),
  })
  .refine((event) => (event.agentInput === undefined) !== (event.row === undefined), {
    error: 'give agentInput, or row (with agentInputMapping)',
  });

/** Runs the agent to its end and returns its normalized answer. Invoked again with the same ids, it attaches. */
export async function runAgent(event: unknown, sfn: SFNClient, remainingMs: () => number): Promise<NormalizedAnswer> {
  const data = parseEvent(runAgentSchema, event);
  const row = rowOfRun(data, remainingMs);
  const input = data.row ? await agentInput(row) : data.agentInput;
  const arn = await started(row, input, sfn);
  const outcome = await outcomeOf(arn, row.run, sfn, remainingMs);
  if (outcome.kind === 'failed') throw outcome.error;
  const { answer } = outcome;
  return { ...answer, costUsd: costOfCall({}, answer) };
}

/** Starts the agent, unless an earlier invocation with the same ids has. */
async function started({ run, row }: RowOfRun<AgentRun>, input: unknown, sfn: SFNClient): Promise<string> {
  const { agentStateMachineArn: stateMachineArn } = run;
  const name = agentExecutionName(run.evaluationId, row.sample_id, run.attempt, 1);
  const arn = executionArnOf(stateMachineArn, name);
  try {
    const traceHeader = process.env._X_AMZN_TRACE_ID;
    const start = new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input), traceHeader });
    const { executionArn } = await sfn.send(start);
    if (!executionArn?.includes(':express:')) return arn;
  } catch (error) {
    if ((error as Error).name === 'ExecutionAlreadyExists') return arn;
    const failure = classifyAwsError(error, stateMachineArn);
    // It may have been started, and only the answer to that got lost.
    const { status } =
      failure.name === 'TargetUnavailable'
        ? await describeExecution(arn, sfn).catch(() => ({ status: undefined }))
        : {};
    if (status === undefined) throw failure;
    return arn;
  }
  throw new RollcallError(
    'TargetRejected',
    `${stateMachineArn} is an EXPRESS state machine; a single call takes a STANDARD one. In a run both do.`,
  );
}

async function outcomeOf(arn: string, run: AgentRun, sfn: SFNClient, remainingMs: () => number): Promise<Outcome> {
  let execution: AgentExecution;
  try {
    execution = await watchAgent(sfn, arn, { timeoutSeconds: run.timeoutSeconds, remainingMs });
    if (isGoing(execution) && secondsOf(execution) >= run.timeoutSeconds) {
      execution = await stopLate(sfn, arn, run.timeoutSeconds);
    }
  } catch (error) {
    throw classifyAwsError(error, arn);
  }
  if (wasLate(execution, run.timeoutSeconds)) return timedOut(execution, run.timeoutSeconds);
  if (!isGoing(execution)) return readAgent(run, execution, sfn);
  throw new RollcallError(
    'TargetTimeout',
    'The agent is still running. Invoke again with the same executionId and sampleId to wait on.',
  );
}

function rowOfRun(event: z.output<typeof runAgentSchema>, remainingMs: () => number): RowOfRun<AgentRun> {
  const run = agentRunSchema.parse({
    evaluationId: event.executionId,
    attempt: 1,
    datasetId: '',
    targetName: '',
    executionMode: 'agent',
    timeoutSeconds: (event.timeoutMs ?? remainingMs()) / 1000,
    retryPolicy: {},
    stopOnError: 'continue',
    errorThreshold: 1,
    trace: event.trace,
    inputMapping: event.agentInputMapping,
    outputMapping: event.agentOutputMapping,
    agentStateMachineArn: event.agentStateMachineArn,
    agentType: 'STANDARD',
  });
  return { run, row: { row_index: 0, input: null, ...event.row, sample_id: event.sampleId, previous_attempts: 0 } };
}
