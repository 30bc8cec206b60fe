import { syncBuiltinESMExports } from 'node:module';
import timers, { setImmediate as turnOfEvents } from 'node:timers/promises';
import { vi } from 'vitest';

/** Nothing that is simulated sleeps longer. */
const LONGEST_SLEEP_MS = 86_400_000;

class Timer {
  callback: (() => void) | undefined;

  constructor(callback: () => void) {
    this.callback = callback;
  }
}

const clearInRealTime = clearTimeout;

/** Timers by the millisecond at which they are due. With thousands of them it is much quicker than the fake ones of vitest. */
class SimulatedTimers {
  readonly #due = new Map<number, Timer[]>();
  #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  readonly set = (callback: () => void, ms = 0): Timer => {
    const at = this.#now + Math.max(1, Math.trunc(ms));
    const timer = new Timer(callback);
    this.#due.set(at, [...(this.#due.get(at) ?? []), timer]);
    return timer;
  };

  /** What others have set before, in real time, is theirs to clear. */
  readonly clear = (timer?: Timer | NodeJS.Timeout): void => {
    if (timer instanceof Timer) timer.callback = undefined;
    else clearInRealTime(timer);
  };

  /** Goes on to when the next timers are due. */
  next(): void {
    for (const end = this.#now + LONGEST_SLEEP_MS; !this.#due.has(++this.#now); ) {
      if (this.#due.size === 0 || this.#now > end)
        throw new Error('In simulated time something waits that is no timer.');
    }
    vi.setSystemTime(this.#now);
    const due = this.#due.get(this.#now) ?? [];
    this.#due.delete(this.#now);
    for (const { callback } of due) callback?.();
  }
}

/**
 * Does work in simulated time: whoever sleeps wakes at once, in the right order, and the clock stands still meanwhile. What
 * comes of it depends on no machine's speed. The work may only wait for timers, not for sockets or files.
 */
export async function inSimulatedTime<T>(work: () => Promise<T>): Promise<T> {
  const began = Date.now();
  const clock = new SimulatedTimers(began);
  vi.setSystemTime(began);
  vi.stubGlobal('setTimeout', clock.set);
  vi.stubGlobal('clearTimeout', clock.clear);
  const sleep = vi.spyOn(timers, 'setTimeout').mockImplementation(sleepInSimulatedTime);
  // For modules that have imported it by its name.
  syncBuiltinESMExports();
  try {
    let isOver = false;
    const result = work().finally(() => {
      isOver = true;
    });
    for (await turnOfEvents(); !isOver; await turnOfEvents()) clock.next();
    return await result;
  } finally {
    sleep.mockRestore();
    syncBuiltinESMExports();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
}

// The declaration of the real one leaves out that its value may be none.
const sleepInSimulatedTime = <T>(ms?: number, value?: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value as T), ms));
