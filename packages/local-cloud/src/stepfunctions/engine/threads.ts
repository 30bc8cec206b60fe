import type { StatesBlock } from '../definition/definition.ts';
import { childController } from './cancel.ts';
import type { Data } from './data.ts';
import { runStates } from './run-states.ts';
import { Variables } from './variables.ts';
import { type Scope, type Visit, writeEvent } from './visit.ts';

/** The kinds of state that have an event for being aborted. */
const ABORTED = new Set(['Task', 'Wait', 'Parallel', 'Map']);

export interface Thread {
  readonly block: StatesBlock;
  readonly input: Data;
  /** Events around the thread: MapIterationStarted and its ends; a Parallel's branches have none. */
  started?(scope: Scope): void;
  succeeded?(scope: Scope): void;
  failed?(scope: Scope): void;
  aborted?(scope: Scope): void;
}

/**
 * Runs the branches of a Parallel or the iterations of a Map, at most `limit` at a time, each in a scope of its own.
 * The first to fail stops the others. Threads that had succeeded before a redrive are not run again.
 */
export async function runThreads(
  visit: Visit,
  count: number,
  limit: number,
  makeThread: (index: number) => Promise<Thread>,
): Promise<Data[]> {
  const { scope } = visit;
  const { execution } = scope;
  const controller = childController(scope.signal);
  const results = new Array<Data>(count);
  const startedAt = scope.lastEventId;
  let lastEventId = startedAt;
  let next = 0;
  let failure: { readonly error: unknown } | undefined;

  const runOne = async (index: number) => {
    const path = `${scope.path && `${scope.path}/`}${visit.enteredId}.${index}`;
    const resume = visit.resuming ? execution.resume?.threads.get(path) : undefined;
    if (resume?.output) {
      results[index] = resume.output;
      return;
    }
    const thread = await makeThread(index);
    const variables = new Variables(execution.variableBudget, scope.variables);
    const inner: Scope = {
      execution,
      path,
      variables,
      signal: controller.signal,
      lastEventId: startedAt,
    };
    if (resume) variables.assign(visit.name, resume.variables);
    try {
      if (!resume) thread.started?.(inner);
      results[index] = await runStates(inner, thread.block, thread.input, resume?.at);
      thread.succeeded?.(inner);
    } catch (error) {
      if (scope.signal.aborted) return;
      if (failure) {
        if (inner.current && ABORTED.has(inner.current)) writeEvent(inner, `${inner.current}StateAborted`);
        thread.aborted?.(inner);
      } else {
        failure = { error };
        thread.failed?.(inner);
        controller.abort(new Error('Another branch or iteration failed.'));
      }
    } finally {
      variables.release();
      lastEventId = inner.lastEventId;
    }
  };

  const worker = async () => {
    while (next < count && !failure && !scope.signal.aborted) {
      const index = next;
      next += 1;
      try {
        await runOne(index);
      } catch (error) {
        // The thread could not be set up: its item could not be selected, or the history is full.
        failure ??= { error };
        controller.abort(new Error('Another branch or iteration failed.'));
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(limit, count) }, worker));
  } finally {
    controller.release();
  }
  scope.lastEventId = lastEventId;
  scope.signal.throwIfAborted();
  if (failure) throw failure.error;
  return results;
}
