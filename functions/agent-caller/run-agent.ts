import type { SFNClient } from '@aws-sdk/client-sfn';
import * as z from 'zod';
import { callerRunSchema, type NormalizedAnswer } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { asText } from '../../core/json.ts';
import { costOfCall } from '../../core/result-row.ts';
import type { RowCall } from '../shared/target.ts';
import { agentInput } from './agent-input.ts';
import { agentTarget } from './agent-target.ts';

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
  const parsed = runAgentSchema.safeParse(event);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'event'}: ${issue.message}`);
    throw new RollcallError('InvalidRunInput', `The event is not valid. ${problems.join('; ')}`);
  }
  const { data } = parsed;
  const call = rowCall(data, remainingMs);
  const target = agentTarget({ sfn, watchMs: Number.POSITIVE_INFINITY });
  const input = data.row ? await agentInput(call.event) : data.agentInput;
  const outcome = await target.begin(call, input);
  if (outcome.kind === 'failed') throw outcome.error;
  if (outcome.kind !== 'answered') {
    throw new RollcallError(
      'TargetTimeout',
      'The agent is still running. Invoke again with the same executionId and sampleId to wait on.',
    );
  }
  const { answer } = outcome;
  return { ...answer, costUsd: costOfCall({}, answer) };
}

function rowCall(event: z.output<typeof runAgentSchema>, remainingMs: () => number): RowCall {
  const run = callerRunSchema.parse({
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
  });
  const row = { row_index: 0, input: null, ...event.row, sample_id: event.sampleId, previous_attempts: 0 };
  return { event: { run, row, executionId: event.executionId, repeats: 0, redrives: 0 }, call: 1, remainingMs };
}
