import type { SFNClient } from '@aws-sdk/client-sfn';
import * as z from 'zod';
import type { Tracing } from '../../client/traces/connect-traces.ts';
import { receiveTraces } from '../../client/traces/receive-traces.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { Trace } from '../../contracts/trace.ts';
import { mappedThread } from '../../core/threads/mapped-thread.ts';
import { type FinishedExecution, isTraced, traceOfExecution } from '../../core/threads/trace-of-execution.ts';
import { describeExecution } from '../shared/describe-execution.ts';
import { logger } from '../shared/powertools.ts';

const text = z.string().nullish();
const details = z.object({ included: z.boolean() }).nullish();

/** The detail of EventBridge's "Step Functions Execution Status Change". */
export const executionDetailSchema = z.object({
  executionArn: z.string(),
  name: z.string(),
  status: z.string(),
  startDate: z.number(),
  stopDate: z.number(),
  input: text,
  inputDetails: details,
  output: text,
  outputDetails: details,
  error: text,
  cause: text,
});
type ExecutionDetail = z.output<typeof executionDetailSchema>;

export interface Collector {
  readonly tracing: Tracing;
  readonly sfn: SFNClient;
  readonly tenant: string;
  /** The state machine of evaluations. */
  readonly ownMachines: readonly string[];
  /** JSONata that finds the conversation of an execution. Default: the fields that usually name it */
  readonly threadMapping?: string;
}

/** The trace of a finished execution; undefined for one that is none. */
export async function traceOfEvent(detail: ExecutionDetail, collector: Collector): Promise<Trace | undefined> {
  if (!isTraced(detail, collector.ownMachines)) return undefined;
  const whole = isCut(detail) ? await readExecution(detail.executionArn, collector.sfn) : detail;
  return whole && inThread(whole, collector);
}

/** Makes a trace of a finished execution. Collecting it again changes nothing. */
export async function receiveExecution(execution: FinishedExecution, collector: Collector): Promise<void> {
  await receiveTraces(collector.tenant, [await inThread(execution, collector)], collector.tracing);
}

/** A mapping that fails on an execution leaves it to the fields that usually name a conversation. */
async function inThread(execution: FinishedExecution, { threadMapping }: Collector): Promise<Trace> {
  const threadId = await mappedThread(threadMapping, execution).catch((error: Error) => {
    if (!(error instanceof RollcallError)) throw error;
    logger.warn('The mapping of the thread id failed', { executionArn: execution.executionArn, errorName: error.name });
    return undefined;
  });
  return traceOfExecution(execution, threadId);
}

/** Events leave large texts out. */
const isCut = ({ inputDetails, outputDetails }: ExecutionDetail): boolean =>
  inputDetails?.included === false || outputDetails?.included === false;

/** Undefined for one that is no longer kept, or that goes on. */
export async function readExecution(executionArn: string, sfn: SFNClient): Promise<FinishedExecution | undefined> {
  const { name, status, startDate, stopDate, input, output, error, cause } = await describeExecution(executionArn, sfn);
  if (!name || !status || !startDate || !stopDate) return undefined;
  return {
    executionArn,
    name,
    status,
    startDate: startDate.getTime(),
    stopDate: stopDate.getTime(),
    input,
    output,
    error,
    cause,
  };
}
