import { type Trace, traceSchema } from '../../contracts/trace.ts';
import { fromColumn, isObject } from '../json.ts';
import { normalizeAgentOutput } from '../normalize/normalize-agent-output.ts';
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
export function isTraced({ executionArn, name }: Pick<FinishedExecution, 'executionArn' | 'name'>, ownMachine: string) {
  const machine = executionArn.split(':')[6] ?? '';
  return !name.startsWith('rc-') && machine !== ownMachine && !machine.includes('/');
}

const THREAD_FIELDS = ['thread_id', 'conversation_id', 'session_id'];

/** The execution as a trace: answer and usage are found as in a run. Its ARN is the trace's id. */
export function traceOfExecution(execution: FinishedExecution, threadId?: string): Trace {
  const input = fromColumn(execution.input);
  const output = fromColumn(execution.output);
  const { actualOutput, promptTokens, completionTokens, totalTokens, costUsd, modelName } =
    normalizeAgentOutput(output);
  const hasTokens = promptTokens !== undefined || completionTokens !== undefined || totalTokens !== undefined;
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
    ...(hasTokens && { tokens: { prompt: promptTokens, completion: completionTokens, total: totalTokens } }),
    cost: costUsd,
    latency: Math.max(0, execution.stopDate - execution.startDate),
    error: failure?.slice(0, LONGEST_ERROR),
  });
}

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

/** A number or a text that is not empty names a conversation. */
export const asThreadId = (id: unknown): string | undefined =>
  typeof id === 'number' || (typeof id === 'string' && id !== '') ? String(id).slice(0, LONGEST_THREAD_ID) : undefined;
