import type { EventEmitter } from 'node:events';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext, CloudEvents } from '../../cloud-context.ts';
import { sleep } from '../engine/cancel.ts';
import type { IntegrationRun } from './integration.ts';
import { type ErrorNames, optimizedError } from './service-error.ts';
import type { TaskRun } from './task.ts';

/** The result of a `.waitForTaskToken` task: what SendTaskSuccess brings, once the request has been handed over. */
export function callbackResult(run: TaskRun, submitted: unknown): Promise<unknown> {
  run.emit({ kind: 'submitted', output: submitted });
  if (!run.callback) throw new Error(`${run.resource} was started without a task token`);
  return run.callback;
}

const PAUSE_MS = 1_000;

interface Look {
  readonly service: string;
  readonly operation: string;
  readonly input: unknown;
  readonly errors: ErrorNames;
}

/** How `.sync` looks at what it waits for. It takes from the account's quota; a look that is throttled is put off, and fails no task. */
export async function poll<Output>(look: Look, run: IntegrationRun, context: CloudContext): Promise<Output> {
  for (;;) {
    try {
      return await context.call<Output>(look.service, look.operation, look.input, run.caller);
    } catch (error) {
      if (!(error instanceof AwsError && error.code === 'ThrottlingException'))
        throw optimizedError(look.errors, error);
    }
    await sleep(PAUSE_MS * (0.5 + Math.random()), run.signal);
  }
}

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
