import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsError } from '../aws-error.ts';
import type { Caller } from '../service.ts';
import { type EventSourceMapping, queueUrlOf } from './event-source-mapping.ts';
import { functionArn } from './function-name.ts';
import type { FunctionRecord } from './function-record.ts';
import type { Functions } from './functions.ts';
import type { InFlightMessages } from './in-flight-messages.ts';
import { failedMessages, queueEvent, type ReceivedMessage } from './queue-event.ts';
import { traceId } from './trace-id.ts';

/** "Lambda starts processing five batches at a time with five concurrent invocations", and goes up from there. */
const BATCHES_AT_ONCE = 5;
const MOST_RECEIVED = 10;
const LONG_POLL_SECONDS = 20;
const PAUSE_MS = 1000;
/** Of a synchronous invocation, with room for what is around the messages. */
const MOST_PAYLOAD_BYTES = 6 * 1024 * 1024 - 64 * 1024;

/** Takes messages from a queue, as the function's role, and invokes the function with them. */
export class QueuePoller {
  readonly #functions: Functions;
  readonly #mapping: EventSourceMapping;
  readonly #inFlight: InFlightMessages;
  readonly #running = new Set<Promise<void>>();
  #stopped = false;
  #wake = () => {};

  constructor(functions: Functions, mapping: EventSourceMapping, inFlight: InFlightMessages) {
    this.#functions = functions;
    this.#mapping = mapping;
    this.#inFlight = inFlight;
    void this.#run();
  }

  stop(): void {
    this.#stopped = true;
    this.#wake();
  }

  /** Invocations that were under way have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #run(): Promise<void> {
    const { maximumConcurrency = BATCHES_AT_ONCE, functionName } = this.#mapping;
    const { context } = this.#functions;
    let saidWhy = '';
    // The gateway's address is not known before it listens.
    while (!this.#stopped && context.endpoint() === '') await this.#pause(20);
    await this.#giveBack();
    while (!this.#stopped) {
      if (this.#running.size >= maximumConcurrency) {
        await Promise.race(this.#running);
        continue;
      }
      const record = this.#functions.find(functionName);
      if (!record) {
        await this.#pause(PAUSE_MS);
        continue;
      }
      try {
        const messages = await this.#gather(record);
        for (const batch of withinPayload(messages)) this.#start(record, batch);
      } catch (error) {
        const why = (error as Error).message;
        if (!this.#stopped && why !== saidWhy) {
          context.log(`${functionName} gets no messages of ${this.#mapping.eventSourceArn}: ${why}`);
        }
        saidWhy = why;
        await this.#pause(PAUSE_MS);
      }
    }
  }

  /** What a process that was killed was working on is there again at once. */
  async #giveBack(): Promise<void> {
    const left = this.#inFlight.takeLeft(this.#mapping.uuid);
    const record = this.#functions.find(this.#mapping.functionName);
    if (!record) return;
    for (const ReceiptHandle of left) {
      const request = { QueueUrl: this.#queueUrl, ReceiptHandle, VisibilityTimeout: 0 };
      // One that was deleted, or whose time was up, needs nothing.
      await this.#functions.context
        .call('sqs', 'ChangeMessageVisibility', request, this.#functions.context.administrator)
        .catch(() => {});
    }
  }

  /** A batch: full, or what has come when its window closes. */
  async #gather(record: FunctionRecord): Promise<ReceivedMessage[]> {
    const { batchSize, windowSeconds } = this.#mapping;
    const messages = await this.#receive(record, batchSize, LONG_POLL_SECONDS);
    const until = Date.now() + windowSeconds * 1000;
    while (messages.length > 0 && messages.length < batchSize && Date.now() < until && !this.#stopped) {
      if (sizeOf(messages) > MOST_PAYLOAD_BYTES) break;
      messages.push(...(await this.#receive(record, batchSize - messages.length, 1)));
    }
    return messages;
  }

  async #receive(record: FunctionRecord, most: number, WaitTimeSeconds: number): Promise<ReceivedMessage[]> {
    const request = {
      QueueUrl: this.#queueUrl,
      MaxNumberOfMessages: Math.min(most, MOST_RECEIVED),
      WaitTimeSeconds,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    };
    const { context } = this.#functions;
    const caller = this.#caller(record);
    const { Messages = [] } = await context.call<{ Messages?: ReceivedMessage[] }>(
      'sqs',
      'ReceiveMessage',
      request,
      caller,
    );
    return Messages;
  }

  #start(record: FunctionRecord, messages: readonly ReceivedMessage[]): void {
    const batch = this.#inFlight.begin(
      this.#mapping.uuid,
      messages.map(({ ReceiptHandle }) => ReceiptHandle),
    );
    const running = this.#handle(record, messages)
      .finally(() => this.#inFlight.end(batch))
      .catch((error: unknown) => {
        this.#functions.context.log(`Messages for ${record.name} could not be handled: ${(error as Error).message}`);
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** What failed stays in the queue and is visible again when its time is up, as on AWS. */
  async #handle(record: FunctionRecord, messages: readonly ReceivedMessage[]): Promise<void> {
    const { context } = this.#functions;
    const payload = queueEvent(context, this.#mapping.eventSourceArn, messages);
    if (context.latency.sqs.deliver > 0) await sleep(context.latency.sqs.deliver);
    const result = await this.#invoke(record, payload);
    if (!result || result.failed) return;
    const failed = this.#mapping.reportsFailures ? failedMessages(result.payload, messages) : new Set();
    const done = messages.filter(({ MessageId }) => !failed.has(MessageId));
    for (let first = 0; first < done.length; first += MOST_RECEIVED) {
      const Entries = done
        .slice(first, first + MOST_RECEIVED)
        .map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle }));
      const request = { QueueUrl: this.#queueUrl, Entries };
      await context.call('sqs', 'DeleteMessageBatch', request, this.#caller(record));
    }
  }

  async #invoke(record: FunctionRecord, payload: string) {
    while (!this.#stopped) {
      try {
        const arn = functionArn(this.#functions.context, record.name);
        return await this.#functions.invoke(record, {
          requestId: randomUUID(),
          payload,
          traceId: traceId(undefined),
          functionArn: arn,
        });
      } catch (error) {
        if (!(error instanceof AwsError && error.code === 'TooManyRequestsException')) throw error;
        await this.#pause(PAUSE_MS);
      }
    }
    return undefined;
  }

  get #queueUrl(): string {
    return queueUrlOf(this.#functions.context, this.#mapping.eventSourceArn);
  }

  #caller(record: FunctionRecord): Caller {
    return this.#functions.context.assumeRole(record.settings.role, record.name);
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const sizeOf = (messages: readonly ReceivedMessage[]): number =>
  messages.reduce((bytes, { Body }) => bytes + Buffer.byteLength(JSON.stringify(Body)), 0);

/** Ten messages may be more than an invocation takes. */
function withinPayload(messages: readonly ReceivedMessage[]): ReceivedMessage[][] {
  const batches: ReceivedMessage[][] = [];
  for (const message of messages) {
    const last = batches.at(-1);
    if (last && sizeOf([...last, message]) <= MOST_PAYLOAD_BYTES) last.push(message);
    else batches.push([message]);
  }
  return batches;
}
