import { join } from 'node:path';
import { AwsError } from '../aws-error.ts';
import { DurableMap } from '../store/durable-map.ts';
import { sendToDestination } from './destination.ts';
import { functionArn } from './function-name.ts';
import type { FunctionRecord } from './function-record.ts';
import type { Functions } from './functions.ts';
import type { InvocationResult } from './pool/invocation.ts';

export interface QueuedEvent {
  readonly requestId: string;
  readonly functionName: string;
  readonly payload: string;
  readonly traceId: string;
}

interface StoredEvent extends QueuedEvent {
  readonly acceptedAt: number;
  /** Invocations that ended in a function error so far. */
  readonly failures: number;
}

/** "By default, Lambda retries an asynchronous invocation twice." */
const RETRIES = 2;
/** AWS waits one minute, then two; here seconds stand for minutes, so that a person at a terminal sees the end. */
const RETRY_DELAYS_MS = [1000, 2000];
const OLDEST_EVENT_SECONDS = 6 * 3600;
const THROTTLED_DELAY_MS = 1000;

/** Asynchronous invocations. They are on disk until they end, and run again after a restart: at least once, as on AWS. */
export class EventQueue {
  readonly #functions: Functions;
  readonly #events: DurableMap<StoredEvent>;
  readonly #delays: readonly number[];
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(functions: Functions, delays: readonly number[] = RETRY_DELAYS_MS) {
    this.#functions = functions;
    this.#delays = delays;
    this.#events = new DurableMap(join(functions.context.dataDir, 'lambda', 'events.jsonl'));
    // The gateway's address is part of a handler's environment, and it is not known before the first turn.
    for (const event of this.#events.values()) this.#later(event, THROTTLED_DELAY_MS);
  }

  add(event: QueuedEvent): void {
    const stored = { ...event, acceptedAt: Date.now(), failures: 0 };
    this.#events.set(event.requestId, stored);
    this.#later(stored, 0);
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#events.close();
  }

  #later(event: StoredEvent, delay: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#run(event).catch((error: unknown) => {
        this.#functions.context.log(`An event for ${event.functionName} could not be run: ${String(error)}`);
      });
    }, delay);
    this.#timers.add(timer);
  }

  async #run(event: StoredEvent): Promise<void> {
    const { requestId, payload, traceId } = event;
    const record = this.#functions.find(event.functionName);
    if (!record) {
      this.#events.delete(requestId);
      return;
    }
    const arn = functionArn(this.#functions.context, record.name);
    let result: InvocationResult;
    try {
      result = await this.#functions.invoke(record, { requestId, payload, traceId, functionArn: arn });
    } catch (error) {
      if (this.#closed) return;
      // Throttled: tried again until the event is too old. Whatever else went wrong will not mend itself.
      const throttled = error instanceof AwsError && error.code === 'TooManyRequestsException';
      if (throttled && !isTooOld(event, record)) this.#later(event, THROTTLED_DELAY_MS);
      else await this.#end(event, record, { payload: JSON.stringify({ errorMessage: String(error) }), failed: true });
      if (!throttled) throw error;
      return;
    }
    if (this.#closed) return;
    if (result.failed && event.failures < retriesOf(record) && !isTooOld(event, record)) {
      const again = { ...event, failures: event.failures + 1 };
      this.#events.set(requestId, again);
      this.#later(again, this.#delays[event.failures] ?? 0);
    } else {
      await this.#end(event, record, result);
    }
  }

  async #end(event: StoredEvent, record: FunctionRecord, result: InvocationResult): Promise<void> {
    await sendToDestination(this.#functions.context, record, { ...event, attempts: event.failures + 1 }, result);
    if (!this.#closed) this.#events.delete(event.requestId);
  }
}

const retriesOf = (record: FunctionRecord): number => record.eventInvoke?.maximumRetryAttempts ?? RETRIES;

function isTooOld(event: StoredEvent, record: FunctionRecord): boolean {
  const oldest = record.eventInvoke?.maximumEventAgeInSeconds ?? OLDEST_EVENT_SECONDS;
  return Date.now() - event.acceptedAt > oldest * 1000;
}
