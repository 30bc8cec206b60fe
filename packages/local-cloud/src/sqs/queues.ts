import { join } from 'node:path';
import type { CloudContext } from '../cloud-context.ts';
import type { Permission } from '../service.ts';
import { AppendLog } from '../store/append-log.ts';
import { type Delivery, type Journal, type Message, Queue, type QueueDefinition } from './queue.ts';
import { noSuchQueue } from './request.ts';

/** One record on disk. A message's body is written once, however often the message is received. */
type Entry =
  | { readonly queue: string; readonly define: QueueDefinition }
  | { readonly queue: string; readonly drop: true }
  | { readonly queue: string; readonly sent: Message }
  | { readonly queue: string; readonly id: string; readonly delivered: Delivery }
  | { readonly queue: string; readonly deleted: readonly string[] };

const SWEEP_MS = 60_000;

/** Every queue of the account. */
export class Queues {
  readonly #context: CloudContext;
  readonly #queues = new Map<string, Queue>();
  readonly #log: AppendLog<Entry>;
  readonly #sweeper: NodeJS.Timeout;
  readonly #journal: Journal = {
    sent: (queue, sent) => this.#log.append({ queue, sent }),
    delivered: (queue, id, delivered) => this.#log.append({ queue, id, delivered }),
    deleted: (queue, deleted) => this.#log.append({ queue, deleted }),
  };
  #closed = false;

  constructor(context: CloudContext) {
    this.#context = context;
    this.#log = new AppendLog<Entry>({
      path: join(context.dataDir, 'sqs', 'queues.jsonl'),
      replay: (entry) => this.#replay(entry),
      snapshot: () => this.#snapshot(),
    });
    this.#sweeper = setInterval(() => {
      for (const queue of this.#queues.values()) queue.removeOverdue();
    }, SWEEP_MS).unref();
  }

  get closed(): boolean {
    return this.#closed;
  }

  names(): string[] {
    return [...this.#queues.keys()].sort();
  }

  arn(name: string): string {
    return `arn:aws:sqs:${this.#context.region}:${this.#context.accountId}:${name}`;
  }

  url(name: string): string {
    return `${this.#context.endpoint()}/${this.#context.accountId}/${name}`;
  }

  find(name: string): Queue | undefined {
    return this.#queues.get(name);
  }

  /** By URL. Host and port may be those of an earlier start; account and name say which queue it is. */
  get(url: string): Queue {
    const queue = this.#queues.get(nameOf(url));
    if (!queue) throw noSuchQueue();
    return queue;
  }

  byArn(arn: string): Queue | undefined {
    const queue = this.#queues.get(arn.slice(arn.lastIndexOf(':') + 1));
    return queue && this.arn(queue.definition.name) === arn ? queue : undefined;
  }

  define(definition: QueueDefinition): void {
    const entry: Entry = { queue: definition.name, define: definition };
    this.#log.append(entry);
    this.#replay(entry);
  }

  drop(name: string): void {
    const entry: Entry = { queue: name, drop: true };
    this.#log.append(entry);
    this.#queues.get(name)?.wake();
    this.#replay(entry);
  }

  permission =
    (operation: string) =>
    (input: unknown): Permission[] => {
      const { QueueUrl } = (input ?? {}) as { QueueUrl?: unknown };
      return [{ action: `sqs:${operation}`, resource: this.arn(nameOf(String(QueueUrl))) }];
    };

  close(): void {
    this.#closed = true;
    clearInterval(this.#sweeper);
    for (const queue of this.#queues.values()) queue.wake();
    this.#log.close();
  }

  #replay(entry: Entry): void {
    if ('define' in entry) {
      const queue = this.#queues.get(entry.queue);
      if (queue) queue.definition = entry.define;
      else this.#queues.set(entry.queue, new Queue(entry.define, this.#journal));
      return;
    }
    const messages = this.#queues.get(entry.queue)?.messages;
    if ('drop' in entry) this.#queues.delete(entry.queue);
    else if ('sent' in entry) messages?.set(entry.sent.id, entry.sent);
    else if ('deleted' in entry) for (const id of entry.deleted) messages?.delete(id);
    else if (!('delivered' in entry)) throw new Error('an entry of no known kind');
    else {
      const message = messages?.get(entry.id);
      if (message) messages?.set(entry.id, { ...message, ...entry.delivered });
    }
  }

  *#snapshot(): Iterable<Entry> {
    for (const [name, queue] of this.#queues) {
      yield { queue: name, define: queue.definition };
      for (const sent of queue.messages.values()) yield { queue: name, sent };
    }
  }
}

const nameOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);
