import type { EventEmitter } from 'node:events';
import type { CloudEvents } from '../../cloud-context.ts';

/**
 * Tells who waits for an execution that it has ended. One listener serves all waiting tasks, so that a thousand
 * `.sync` tasks do not mean a thousand listeners on each status change.
 */
export class ExecutionEnds {
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(events: EventEmitter<CloudEvents>) {
    events.on('states:status-change', (detail) => {
      if (detail.status === 'RUNNING') return;
      for (const resolve of this.#waiting.get(String(detail.executionArn)) ?? []) resolve();
    });
  }

  /** `ended` settles at the next end of this execution; `forget` must be called when it is no longer awaited. */
  watch(executionArn: string): { ended: Promise<void>; forget(): void } {
    const waiting = this.#waiting.get(executionArn) ?? new Set();
    this.#waiting.set(executionArn, waiting);
    let resolve = () => {};
    const ended = new Promise<void>((settle) => {
      resolve = settle;
    });
    waiting.add(resolve);
    const forget = () => {
      waiting.delete(resolve);
      if (waiting.size === 0) this.#waiting.delete(executionArn);
    };
    return { ended, forget };
  }
}
