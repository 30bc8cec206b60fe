import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createClients } from '../../client/connect/clients.ts';
import { invoke } from '../../client/connect/invoke.ts';
import { ResultStage } from '../../client/monitors/result-stage.ts';
import { type MonitorWork, workOnMessage } from '../../client/monitors/work-on-message.ts';
import { createTargetStore } from '../../client/targets/target-store.ts';
import { type MonitorMessage, monitorMessageSchema } from '../../contracts/monitor-message.ts';
import { eachOf } from '../../core/each-of.ts';
import { withSandbox } from '../../core/sandbox/sandbox.ts';
import { createRunRecordStore } from '../../domain/run-records/store/run-record-store.ts';
import { tracingFromEnvironment } from '../shared/connect-tracing.ts';
import { environment, runTables } from '../shared/environment.ts';
import { logger, metrics } from '../shared/powertools.ts';
import { MonitorCache } from './monitor-cache.ts';
import { createMonitorObserver } from './monitor-observer.ts';

const TASKS_AT_ONCE = 5;

let work: MonitorWork | undefined;

function theWork(): MonitorWork {
  if (work) return work;
  const clients = createClients({});
  const { sfn, documents, lambda } = clients;
  const tracing = tracingFromEnvironment(clients);
  const cache = new MonitorCache(tracing);
  work = {
    ...tracing,
    monitorsOf: (tenant) => cache.enabledOf(tenant),
    observer: createMonitorObserver(logger, metrics),
    stage: new ResultStage(tracing),
    questions: { sqs: tracing.sqs, monitorQueueUrl: environment('QUESTIONS_QUEUE_URL') },
    resume: async (evaluationId) => {
      await invoke(environment('RUN_CONTROL_FUNCTION_ARN'), { action: 'resume', evaluationId }, lambda);
    },
    asking: {
      ...tracing,
      runs: createRunRecordStore(documents, runTables()),
      targets: createTargetStore(documents, environment('TARGETS_TABLE')),
      sfn,
      stateMachineArn: environment('BATCH_JOB_STATE_MACHINE_ARN'),
    },
  };
  return work;
}

interface Task {
  readonly messageIds: string[];
  message: MonitorMessage;
}

/** Evaluates what came in. A message that fails comes again, and the others do not. */
export async function handler({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  logger.addContext(context);
  const tasks = new Map<string, Task>();
  const failed: string[] = [];
  const fail = (error: unknown, messageIds: readonly string[]) => {
    logger.error('Messages failed', { messageIds, errorName: (error as Error).name });
    failed.push(...messageIds);
  };
  for (const { messageId, body } of Records) {
    try {
      addTo(tasks, messageId, monitorMessageSchema.parse(JSON.parse(body)));
    } catch (error) {
      fail(error, [messageId]);
    }
  }
  await eachOf([...tasks.values()], TASKS_AT_ONCE, ({ message, messageIds }) =>
    withSandbox(() => workOnMessage(message, theWork())).catch((error: unknown) => fail(error, messageIds)),
  );
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}

/** All questions of a tenant are one task. */
function addTo(tasks: Map<string, Task>, messageId: string, message: MonitorMessage): void {
  const key = message.kind === 'ask' ? message.tenant : messageId;
  const task = tasks.get(key);
  if (task?.message.kind === 'ask' && message.kind === 'ask') {
    task.messageIds.push(messageId);
    task.message = { ...message, evaluations: [...task.message.evaluations, ...message.evaluations] };
  } else tasks.set(key, { messageIds: [messageId], message });
}
