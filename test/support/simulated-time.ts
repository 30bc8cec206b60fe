import { syncBuiltinESMExports } from 'node:module';
import timers, { setImmediate as turnOfEvents } from 'node:timers/promises';
import { vi } from 'vitest';

/**
 * Does work in simulated time: whoever sleeps wakes at once, in the right order, and the clock stands still meanwhile. What
 * comes of it depends on no machine's speed. The work may only wait for timers, not for sockets or files.
 */
export async function inSimulatedTime<T>(work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const sleep = vi.spyOn(timers, 'setTimeout').mockImplementation(sleepInSimulatedTime);
  // For modules that have imported it by its name.
  syncBuiltinESMExports();
  try {
    let isOver = false;
    const result = work().finally(() => {
      isOver = true;
    });
    for (await turnOfEvents(); !isOver; await turnOfEvents()) {
      if (vi.getTimerCount() === 0) throw new Error('In simulated time something waits that is no timer.');
      vi.advanceTimersToNextTimer();
    }
    return await result;
  } finally {
    sleep.mockRestore();
    vi.useRealTimers();
    syncBuiltinESMExports();
  }
}

// The declaration of the real one leaves out that its value may be none.
const sleepInSimulatedTime = <T>(ms?: number, value?: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value as T), ms));
