import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { MessageAttributes } from './message.ts';
import { numberAttribute, parseRedrivePolicy, type QueueAttributes, type RedrivePolicy } from './queue-attributes.ts';
import { invalidParameter } from './request.ts';

export interface QueueDefinition {
  readonly name: string;
  readonly attributes: QueueAttributes;
  readonly tags: Readonly<Record<string, string>>;
  /** Milliseconds since 1970, as are all times here. */
  readonly createdAt: number;
  readonly modifiedAt: number;
}

export interface SentMessage {
  readonly id: string;
  readonly body: string;
  readonly attributes: MessageAttributes;
  readonly senderId: string;
  readonly sentAt: number;
  /** The queue that gave the message up. */
  readonly deadLetterSource?: string;
}

/** What receiving changes about a message. */
export interface Delivery {
  readonly visibleAt: number;
  readonly receiveCount: number;
  readonly firstReceivedAt?: number;
  /** The latest receipt; only it deletes the message or changes its visibility. */
  readonly receipt?: string;
}

export interface Message extends SentMessage, Delivery {}

/** Where a queue writes down what happens to its messages. */
export interface Journal {
  sent(queue: string, message: Message): void;
  delivered(queue: string, id: string, delivery: Delivery): void;
  deleted(queue: string, ids: readonly string[]): void;
}

/** One standard queue and its messages. */
export class Queue {
  readonly messages = new Map<string, Message>();
  readonly #journal: Journal;
  readonly #waiting = new Set<() => void>();
  definition: QueueDefinition;
  purgedAt = 0;

  constructor(definition: QueueDefinition, journal: Journal) {
    this.definition = definition;
    this.#journal = journal;
  }

  number(attribute: string): number {
    return numberAttribute(this.definition.attributes, attribute);
  }

  get redrive(): RedrivePolicy | undefined {
    const text = this.definition.attributes.RedrivePolicy;
    return text ? parseRedrivePolicy(text) : undefined;
  }

  send(message: SentMessage, delaySeconds: number): void {
    const stored: Message = { ...message, visibleAt: Date.now() + delaySeconds * 1000, receiveCount: 0 };
    this.#journal.sent(this.definition.name, stored);
    this.messages.set(stored.id, stored);
    this.wake();
  }

  /** Takes up to `most` visible messages. One that was received too often goes to `deadLetter` instead. */
  take(most: number, visibilitySeconds: number, deadLetter?: (message: Message) => boolean): Message[] {
    const now = Date.now();
    const taken: Message[] = [];
    for (const message of this.messages.values()) {
      if (taken.length === most) break;
      if (message.visibleAt > now) continue;
      if (deadLetter?.(message)) {
        this.delete([message.id]);
        continue;
      }
      taken.push(
        this.#deliver(message, {
          visibleAt: now + visibilitySeconds * 1000,
          receiveCount: message.receiveCount + 1,
          firstReceivedAt: message.firstReceivedAt ?? now,
          receipt: randomUUID(),
        }),
      );
    }
    return taken;
  }

  /** Deletes by receipt. An older receipt, or one of a message that is gone, changes nothing, as on AWS. */
  deleteByReceipt(handle: string): void {
    const { id, receipt } = parseReceiptHandle(handle);
    if (this.messages.get(id)?.receipt === receipt) this.delete([id]);
  }

  changeVisibility(handle: string, seconds: number): void {
    const { id, receipt } = parseReceiptHandle(handle);
    const message = this.messages.get(id);
    if (!message) {
      throw invalidParameter(
        `Value ${handle} for parameter ReceiptHandle is invalid. Reason: Message does not exist or is not available for visibility timeout change.`,
      );
    }
    if (message.receipt !== receipt || message.visibleAt <= Date.now()) {
      throw new AwsError('MessageNotInflight', 'The specified message is not in flight.');
    }
    const { visibleAt: _, ...delivery } = deliveryOf(message);
    this.#deliver(message, { ...delivery, visibleAt: Date.now() + seconds * 1000 });
    this.wake();
  }

  delete(ids: readonly string[]): void {
    if (ids.length > 0) this.#journal.deleted(this.definition.name, ids);
    for (const id of ids) this.messages.delete(id);
  }

  removeOverdue(): void {
    const oldest = Date.now() - this.number('MessageRetentionPeriod') * 1000;
    const overdue: string[] = [];
    for (const { id, sentAt } of this.messages.values()) {
      if (sentAt > oldest) break;
      overdue.push(id);
    }
    this.delete(overdue);
  }

  /**
   * Ends when there may be something to take: a message was sent, one becomes visible (or has, since the queue was looked
   * through), or the time is up.
   */
  async changed(timeoutMs: number): Promise<void> {
    const now = Date.now();
    let next = now + timeoutMs;
    for (const { visibleAt } of this.messages.values()) next = Math.min(next, visibleAt);
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, next - now);
      this.#waiting.add(done);
    });
  }

  wake(): void {
    for (const done of [...this.#waiting]) done();
  }

  #deliver(message: Message, delivery: Delivery): Message {
    const delivered = { ...message, ...delivery };
    this.#journal.delivered(this.definition.name, message.id, delivery);
    this.messages.set(message.id, delivered);
    return delivered;
  }
}

const deliveryOf = ({ visibleAt, receiveCount, firstReceivedAt, receipt }: Message): Delivery => ({
  visibleAt,
  receiveCount,
  firstReceivedAt,
  receipt,
});

export const receiptHandle = ({ id, receipt }: Message): string => Buffer.from(`${id} ${receipt}`).toString('base64');

function parseReceiptHandle(handle: string): { id: string; receipt: string } {
  const [id, receipt, ...rest] = Buffer.from(handle, 'base64').toString('utf8').split(' ');
  if (!id || !receipt || rest.length > 0) {
    throw new AwsError(
      'ReceiptHandleIsInvalid',
      `The input receipt handle "${handle}" is not a valid receipt handle.`,
      404,
    );
  }
  return { id, receipt };
}
