import type { Catcher, Retrier } from '../definition/definition.ts';
import { sleep } from './cancel.ts';
import { StatesError } from './states-error.ts';
import type { Outcome, Visit } from './visit.ts';

interface Recovering {
  /** One attempt, from evaluating the arguments to the output. */
  attempt(): Promise<Outcome>;
  /** No retrier takes the error: what the history says before a catcher does, or the thread fails. */
  givenUp?(error: StatesError): void;
}

/** Runs a Task, Parallel or Map with its Retry and Catch. Each retrier counts its own attempts. */
export async function recover(visit: Visit, { attempt, givenUp }: Recovering): Promise<Outcome> {
  const { Retry = [], Catch = [] } = visit.state as { Retry?: readonly Retrier[]; Catch?: readonly Catcher[] };
  const attempts = new Map<Retrier, number>();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StatesError) || visit.scope.signal.aborted) throw error;
      const retrier = Retry.find(({ ErrorEquals }) => errorEquals(ErrorEquals, error.error));
      const made = (retrier && attempts.get(retrier)) ?? 0;
      if (retrier && made < (retrier.MaxAttempts ?? 3)) {
        attempts.set(retrier, made + 1);
        await sleep(retryDelay(retrier, made) * 1000, visit.scope.signal);
        visit.retryCount += 1;
        continue;
      }
      // It ends the execution at once: the state has no event of its own for it.
      if (error.error !== 'States.Runtime') givenUp?.(error);
      const catcher = Catch.find(({ ErrorEquals }) => errorEquals(ErrorEquals, error.error));
      if (!catcher) throw error;
      return { ...(await visit.language.caught(visit, catcher, error)), next: catcher.Next };
    }
  }
}

/** Seconds before attempt `made` + 1: the interval grows by BackoffRate, up to MaxDelaySeconds; FULL jitter draws from 0 to that. */
export function retryDelay(retrier: Retrier, made: number, random: () => number = Math.random): number {
  const grown = (retrier.IntervalSeconds ?? 1) * (retrier.BackoffRate ?? 2) ** made;
  const delay = Math.min(grown, retrier.MaxDelaySeconds ?? Number.POSITIVE_INFINITY);
  return retrier.JitterStrategy === 'FULL' ? random() * delay : delay;
}

/** Neither States.ALL nor States.TaskFailed stands for it; only its own name does. */
const DATA_LIMIT = 'States.DataLimitExceeded';

/** Does a Retry's or Catch's ErrorEquals match this error name? */
export function errorEquals(names: readonly string[], error: string): boolean {
  // "States.Runtime errors aren't retriable, and will always cause the execution to fail", even where they are named.
  if (error === 'States.Runtime') return false;
  return names.some((name) => {
    if (name === error) return true;
    if (name === 'States.ALL') return error !== DATA_LIMIT;
    if (name === 'States.TaskFailed') return error !== 'States.Timeout' && error !== DATA_LIMIT;
    // A task that stops sending heartbeats has also run out of time.
    if (name === 'States.Timeout') return error === 'States.HeartbeatTimeout';
    return false;
  });
}
