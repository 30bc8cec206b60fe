import type { SQSBatchItemFailure, SQSRecord } from 'aws-lambda';
import { receiveTraces } from '../../client/traces/receive-traces.ts';
import type { Trace } from '../../contracts/trace.ts';
import { logger } from '../shared/powertools.ts';
import { type Collector, executionDetailSchema, traceOfEvent } from './collect-execution.ts';

interface Found {
  readonly messageId: string;
  readonly trace: Trace;
}

/** Makes traces of the executions in messages. Those that could not be collected come again, and the others do not. */
export async function collectEvents(
  messages: readonly Pick<SQSRecord, 'messageId' | 'body'>[],
  collector: Collector,
): Promise<SQSBatchItemFailure[]> {
  const failures: SQSBatchItemFailure[] = [];
  const failed = (itemIdentifier: string, error: unknown) => {
    logger.error('An execution was not collected', { messageId: itemIdentifier, errorName: (error as Error).name });
    failures.push({ itemIdentifier });
  };
  const found: Found[] = [];
  // One after the other: what is left out of events is read, and reading is rationed.
  for (const { messageId, body } of messages) {
    try {
      const { detail } = JSON.parse(body) as { detail: unknown };
      const trace = await traceOfEvent(executionDetailSchema.parse(detail), collector);
      if (trace) found.push({ messageId, trace });
    } catch (error) {
      failed(messageId, error);
    }
  }
  const receive = (some: readonly Found[]) =>
    receiveTraces(
      collector.tenant,
      some.map(({ trace }) => trace),
      collector.tracing,
    );
  try {
    await receive(found);
  } catch {
    // Which of them cannot be stored shows when each is taken by itself.
    for (const one of found) await receive([one]).catch((error: unknown) => failed(one.messageId, error));
  }
  return failures;
}
