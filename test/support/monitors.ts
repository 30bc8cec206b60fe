import { DeleteMessageBatchCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { AskDeps } from '../../client/monitors/ask.ts';
import { listResults } from '../../client/monitors/monitor-results.ts';
import { listMonitors } from '../../client/monitors/monitor-store.ts';
import { ResultStage } from '../../client/monitors/result-stage.ts';
import { type MonitorWork, workOnMessage } from '../../client/monitors/work-on-message.ts';
import { receiveTraces } from '../../client/traces/receive-traces.ts';
import type { MonitorResult } from '../../contracts/monitor.ts';
import { monitorMessageSchema } from '../../contracts/monitor-message.ts';
import type { Trace } from '../../contracts/trace.ts';
import { startTraceTables } from './trace-tables.ts';

export const POLITE = { evaluators: [{ type: 'contains', value: 'sorry', negate: true }] };
export const LONG = { evaluators: [{ type: 'jsonata', name: 'short', expression: '$count(messages) < 3' }] };

export const turnOf = (tenant: string, thread_id: string | undefined, number: number, output: string): Trace => ({
  trace_id: `${tenant}-${thread_id ?? 'alone'}-${number}`,
  thread_id,
  started_at: new Date(Date.now() - 60_000 + number * 1000).toISOString(),
  input: `question ${number}`,
  output,
});

/** Tables of traces with monitors that look at them. */
export async function startMonitors() {
  const tracing = await startTraceTables();
  const told = { evaluated: 0, withoutThread: 0 };
  /** Nobody is asked here; test/runs/api/monitor-judges.test.ts asks. */
  const asking = {} as AskDeps;
  const work: MonitorWork = {
    ...tracing,
    monitorsOf: async (tenant) => (await listMonitors(tenant, tracing)).filter(({ monitor }) => monitor.enabled),
    stage: new ResultStage(tracing),
    asking,
    questions: tracing,
    resume: async () => {},
    observer: { evaluated: () => told.evaluated++, withoutThread: () => told.withoutThread++ },
  };

  return {
    tracing,
    asking,
    told,
    /** Does what is in the queue now, as the function would, and gives what it did. */
    async workOff(): Promise<string[]> {
      const done: string[] = [];
      for (;;) {
        const receive = { QueueUrl: tracing.monitorQueueUrl, MaxNumberOfMessages: 10 };
        const { Messages = [] } = await tracing.sqs.send(new ReceiveMessageCommand(receive));
        if (Messages.length === 0) return done;
        for (const { Body = '' } of Messages) {
          const message = monitorMessageSchema.parse(JSON.parse(Body));
          await workOnMessage(message, work);
          done.push(message.kind);
        }
        const Entries = Messages.map(({ MessageId = '', ReceiptHandle }) => ({ Id: MessageId, ReceiptHandle }));
        await tracing.sqs.send(new DeleteMessageBatchCommand({ QueueUrl: tracing.monitorQueueUrl, Entries }));
      }
    },
    send: (tenant: string, ...traces: Trace[]) => receiveTraces(tenant, traces, tracing),
    resultsOf: async (tenant: string, name: string): Promise<MonitorResult[]> =>
      (await listResults(tenant, name, { limit: 100 }, tracing)).results,
  };
}
