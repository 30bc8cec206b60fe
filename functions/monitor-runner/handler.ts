import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createClients } from '../../client/connect/clients.ts';
import { ResultStage } from '../../client/monitors/result-stage.ts';
import { type MonitorWork, workOnMessage } from '../../client/monitors/work-on-message.ts';
import { createTargetStore } from '../../client/targets/target-store.ts';
import { monitorMessageSchema } from '../../contracts/monitor-message.ts';
import { eachOf } from '../../core/each-of.ts';
import { withSandbox } from '../../core/sandbox/sandbox.ts';
import { createRunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import { tracingFromEnvironment } from '../shared/connect-tracing.ts';
import { environment, runTables } from '../shared/environment.ts';
import { logger, metrics } from '../shared/powertools.ts';
import { MonitorCache } from './monitor-cache.ts';
import { createMonitorObserver } from './monitor-observer.ts';

const MESSAGES_AT_ONCE = 5;

let work: MonitorWork | undefined;

function theWork(): MonitorWork {
  if (work) return work;
  const clients = createClients({});
  const { s3, sfn, documents } = clients;
  const tracing = tracingFromEnvironment(clients);
  const cache = new MonitorCache(tracing);
  work = {
    ...tracing,
    monitorsOf: (tenant) => cache.enabledOf(tenant),
    observer: createMonitorObserver(logger, metrics),
    stage: new ResultStage(tracing),
    asking: {
      s3,
      bucket: tracing.bucket,
      runs: createRunRecordStore(documents, runTables()),
      targets: createTargetStore(documents, environment('TARGETS_TABLE')),
      sfn,
      stateMachineArn: environment('EVALUATION_STATE_MACHINE_ARN'),
    },
  };
  return work;
}

/** Evaluates what came in. A message that fails comes again, and the others do not. */
export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  logger.addContext(context);
  const batchItemFailures: { itemIdentifier: string }[] = [];
  await eachOf(event.Records, MESSAGES_AT_ONCE, async ({ messageId, body }) => {
    try {
      await withSandbox(() => workOnMessage(monitorMessageSchema.parse(JSON.parse(body)), theWork()));
    } catch (error) {
      logger.error('A message failed', { messageId, errorName: (error as Error).name });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  });
  return { batchItemFailures };
}
