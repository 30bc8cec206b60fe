import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createClients } from '../../client/connect/clients.ts';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import { tracingFromEnvironment } from '../shared/connect-tracing.ts';
import { environment } from '../shared/environment.ts';
import { logger } from '../shared/powertools.ts';
import { type Collector, collectExecution, executionDetailSchema } from './collect-execution.ts';
import { sweepExecutions } from './sweep-executions.ts';

const CLOSING_MS = 10_000;

let collector: Collector | undefined;

function theCollector(): Collector {
  if (collector) return collector;
  const clients = createClients({});
  collector = {
    tracing: tracingFromEnvironment(clients),
    sfn: clients.sfn,
    tenant: DEFAULT_TENANT,
    ownMachine: environment('OWN_MACHINE'),
    threadMapping: process.env.TRACE_THREAD_ID,
  };
  return collector;
}

/** Makes traces of agents' executions: of the events in its queue, and every hour of those whose event never came. */
export async function handler(event: SQSEvent | object, context: Context): Promise<SQSBatchResponse | undefined> {
  logger.addContext(context);
  if (!('Records' in event)) {
    await sweep(context);
    return undefined;
  }
  const batchItemFailures: { itemIdentifier: string }[] = [];
  // One after the other: what is left out of events is read, and reading is rationed.
  for (const { messageId, body } of event.Records) {
    try {
      const { detail } = JSON.parse(body) as { detail: unknown };
      await collectExecution(executionDetailSchema.parse(detail), theCollector());
    } catch (error) {
      logger.error('An execution was not collected', { messageId, errorName: (error as Error).name });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}

async function sweep(context: Context): Promise<void> {
  const isLate = () => context.getRemainingTimeInMillis() < CLOSING_MS;
  for (const agent of environment('TRACED_AGENTS').split(',').filter(Boolean)) {
    const found = await sweepExecutions(agent, theCollector(), isLate);
    logger.info('Swept', { agent, found });
  }
}
