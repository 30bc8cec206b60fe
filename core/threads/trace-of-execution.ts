import type { Figure } from '../../contracts/figures.ts';
import { type Trace, threadIdSchema, traceSchema } from '../../contracts/trace.ts';
import { defined } from '../defined.ts';
import { fromColumn, isObject } from '../json.ts';
import { normalizeAgentOutput } from '../normalize/normalize-agent-output.ts';
import { isPlausible } from '../normalize/plausible.ts';
import { readableFailure, reportedFailure } from '../normalize/reported-failure.ts';

/** A finished execution of an agent. Input and output are JSON text. */
export interface FinishedExecution {
  readonly executionArn: string;
  readonly name: string;
  readonly status: string;
  /** Milliseconds since 1970, as are all times here. */
  readonly startDate: number;
  readonly stopDate: number;
  readonly input?: string | null;
  readonly output?: string | null;
  readonly error?: string | null;
  readonly cause?: string | null;
}

/**
 * Whether an execution is an agent's own. What a run or a judge starts is never traced, or a judge would be judged for
 * ever; nor are Rollcall's own executions, which a pattern of agents may fit, nor children of a Map.
 */
export function isTraced(
  { executionArn, name }: Pick<FinishedExecution, 'executionArn' | 'name'>,
  ownMachines: readonly string[],
) {
  const machine = executionArn.split(':')[6] ?? '';
  return !name.startsWith('rc-') && !ownMachines.includes(machine) && !machine.includes('/');
}

const THREAD_FIELDS = ['thread_id', 'conversation_id', 'session_id'];

/** The execution as a trace: answer and usage are found as in a run. Its ARN is the trace's id. */
export function traceOfExecution(execution: FinishedExecution, threadId?: string): Trace {
  const input = fromColumn(execution.input);
  const output = fromColumn(execution.output);
  const { actualOutput, promptTokens, completionTokens, totalTokens, costUsd, modelName } =
    normalizeAgentOutput(output);
  const tokens = defined({
    prompt: plausible('prompt_tokens', promptTokens),
    completion: plausible('completion_tokens', completionTokens),
    total: plausible('total_tokens', totalTokens),
  });
  const failure =
    execution.status === 'SUCCEEDED'
      ? reportedFailure(output)
      : `${execution.status}${said(readableFailure(execution.error ?? undefined, execution.cause ?? undefined))}`;
  return traceSchema.parse({
    trace_id: execution.executionArn,
    thread_id: threadId ?? foundThread(input) ?? foundThread(output),
    started_at: new Date(execution.startDate).toISOString(),
    input,
    output: output === undefined ? undefined : actualOutput,
    metadata: { status: execution.status, ...(modelName && { model: modelName }) },
    ...(Object.keys(tokens).length > 0 && { tokens }),
    cost: plausible('cost_usd', costUsd),
    latency: Math.max(0, execution.stopDate - execution.startDate),
    error: failure?.slice(0, LONGEST_ERROR),
  });
}

/** What an agent says of itself is left out where it cannot be: the turn is worth more than its figures. */
const plausible = (figure: Figure, value: number | undefined): number | undefined =>
  isPlausible(figure, value) ? value : undefined;

const LONGEST_ERROR = 8_192;
const LONGEST_THREAD_ID = 256;

const said = (text: string | undefined): string => (text ? `: ${text}` : '');

/** The conversation an input or output names, at the top or in its metadata. */
function foundThread(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  for (const place of [value, value.metadata, value.input].filter(isObject)) {
    for (const field of THREAD_FIELDS) {
      const id = asThreadId(place[field]);
      if (id !== undefined) return id;
    }
  }
  return undefined;
}

/** A number or a text names a conversation, if it can be a name. */
export function asThreadId(id: unknown): string | undefined {
  if (typeof id !== 'number' && typeof id !== 'string') return undefined;
  return threadIdSchema.safeParse(String(id).slice(0, LONGEST_THREAD_ID)).data;
}
