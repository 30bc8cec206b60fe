import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DurableMap } from '../store/durable-map.ts';

interface Batch {
  readonly mapping: string;
  readonly receipts: readonly string[];
}

/**
 * Messages that functions work on, on disk until they end. When the process is killed nobody works on them any more: the
 * next one gives them back to their queue at once, rather than after the visibility timeout.
 */
export class InFlightMessages {
  readonly #batches: DurableMap<Batch>;

  constructor(dataDir: string) {
    this.#batches = new DurableMap(join(dataDir, 'lambda', 'messages-in-flight.jsonl'));
  }

  begin(mapping: string, receipts: readonly string[]): string {
    const id = randomUUID();
    this.#batches.set(id, { mapping, receipts });
    return id;
  }

  end(id: string): void {
    this.#batches.delete(id);
  }

  /** The receipts that a process before this one has left, once. */
  takeLeft(mapping: string): string[] {
    const left: string[] = [];
    for (const id of [...this.#batches.keys()]) {
      const batch = this.#batches.get(id);
      if (batch?.mapping !== mapping) continue;
      left.push(...batch.receipts);
      this.#batches.delete(id);
    }
    return left;
  }

  close(): void {
    this.#batches.close();
  }
}
