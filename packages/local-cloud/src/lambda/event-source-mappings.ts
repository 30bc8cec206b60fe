import { join } from 'node:path';
import { AwsError } from '../aws-error.ts';
import { DurableMap } from '../store/durable-map.ts';
import type { EventSourceMapping } from './event-source-mapping.ts';
import type { Functions } from './functions.ts';
import { InFlightMessages } from './in-flight-messages.ts';
import { QueuePoller } from './queue-poller.ts';

/** All mappings of queues to functions, each with its poller while it is enabled. */
export class EventSourceMappings {
  readonly functions: Functions;
  readonly #mappings: DurableMap<EventSourceMapping>;
  readonly #inFlight: InFlightMessages;
  readonly #pollers = new Map<string, QueuePoller>();

  constructor(functions: Functions) {
    this.functions = functions;
    this.#mappings = new DurableMap(join(functions.context.dataDir, 'lambda', 'event-source-mappings.jsonl'));
    this.#inFlight = new InFlightMessages(functions.context.dataDir);
    for (const mapping of this.#mappings.values()) this.#poll(mapping);
  }

  all(): EventSourceMapping[] {
    return [...this.#mappings.values()].sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
  }

  get(uuid: unknown): EventSourceMapping {
    const found = this.#mappings.get(String(uuid));
    if (found) return found;
    throw new AwsError('ResourceNotFoundException', 'The resource you requested does not exist.', 404);
  }

  save(mapping: EventSourceMapping): void {
    this.#mappings.set(mapping.uuid, mapping);
    this.#stop(mapping.uuid);
    this.#poll(mapping);
  }

  delete(uuid: string): void {
    this.#stop(uuid);
    this.#mappings.delete(uuid);
  }

  async close(): Promise<void> {
    const pollers = [...this.#pollers.values()];
    for (const poller of pollers) poller.stop();
    await Promise.all(pollers.map((poller) => poller.settled()));
    this.#mappings.close();
    this.#inFlight.close();
  }

  #poll(mapping: EventSourceMapping): void {
    if (mapping.enabled) this.#pollers.set(mapping.uuid, new QueuePoller(this.functions, mapping, this.#inFlight));
  }

  #stop(uuid: string): void {
    this.#pollers.get(uuid)?.stop();
    this.#pollers.delete(uuid);
  }
}
