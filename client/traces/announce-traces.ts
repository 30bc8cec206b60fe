import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { MonitorMessage } from '../../contracts/monitor-message.ts';
import { eachOf } from '../../core/each-of.ts';

const MESSAGES_AT_ONCE = 10;
const BATCHES_AT_ONCE = 4;
/** SQS holds a message back for so long at most. */
const LONGEST_DELAY_SECONDS = 900;

export interface MonitorQueue {
  readonly sqs: SQSClient;
  readonly monitorQueueUrl: string;
}

export interface Sending {
  readonly message: MonitorMessage;
  readonly delaySeconds?: number;
}

/** Sends messages to the monitors' queue. Throws unless all of them are in it. */
export async function sendToMonitors(sendings: readonly Sending[], queue: MonitorQueue): Promise<void> {
  const batches = Array.from({ length: Math.ceil(sendings.length / MESSAGES_AT_ONCE) }, (_, batch) =>
    sendings.slice(batch * MESSAGES_AT_ONCE, (batch + 1) * MESSAGES_AT_ONCE),
  );
  await eachOf(batches, BATCHES_AT_ONCE, async (batch) => {
    const Entries = batch.map(({ message, delaySeconds = 0 }, at) => ({
      Id: String(at),
      MessageBody: JSON.stringify(message),
      DelaySeconds: Math.min(LONGEST_DELAY_SECONDS, Math.ceil(delaySeconds)),
    }));
    const { Failed = [] } = await queue.sqs.send(
      new SendMessageBatchCommand({ QueueUrl: queue.monitorQueueUrl, Entries }),
    );
    if (Failed.length > 0) throw new Error(`${Failed.length} messages were not taken by the monitors' queue.`);
  });
}
