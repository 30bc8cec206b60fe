import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createClients } from '../../client/connect/clients.ts';
import { DEFAULT_TENANT } from '../../contracts/tenant.ts';
import { withSandbox } from '../../core/sandbox/sandbox.ts';
import { tracingFromEnvironment } from '../shared/connect-tracing.ts';
import { environment } from '../shared/environment.ts';
import { logger } from '../shared/powertools.ts';
import { collectEvents } from './collect-events.ts';
import type { Collector } from './collect-execution.ts';
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
    ownMachines: environment('OWN_MACHINES').split(','),
    threadMapping: process.env.TRACE_THREAD_ID,
  };
  return collector;
}

/** Makes traces of agents' executions: of the events in its queue, and every hour of those whose event never came. */
export async function handler(event: SQSEvent | Sweep, context: Context): Promise<SQSBatchResponse | undefined> {
  logger.addContext(context);
  return withSandbox(async () => {
    if ('Records' in event) return { batchItemFailures: await collectEvents(event.Records, theCollector()) };
    await sweep(event, context);
    return undefined;
  });
}

/** What the rule of every hour asks for: ARNs of state machines. */
interface Sweep {
  readonly agents: readonly string[];
}

async function sweep({ agents }: Sweep, context: Context): Promise<void> {
  const isLate = () => context.getRemainingTimeInMillis() < CLOSING_MS;
  for (const agent of agents) {
    const found = await sweepExecutions(agent, theCollector(), isLate);
    logger.info('Swept', { agent, found });
  }
}
