/**
 * A wait of a batch takes about a dozen events, and its execution's history holds 25,000. The first so many are left to the
 * state machine, which is cheaper; from then on the function sleeps for as long as it may run.
 */
const CHEAP_WAITS = 400;
/** A wait this short is slept through anyway: three transitions cost more. */
const SHORT_MS = 15_000;

/**
 * How long a function with nothing to do sleeps, rather than to hand its batch on to a `wait`. Of half an hour of a day's
 * waits each is slept through then, so that weeks fit into one history.
 *
 * @param waits of this batch so far
 * @param remainingMs for which the function could sleep and still do its work
 */
export const longestSleepMs = (waits: number, remainingMs: number): number =>
  waits < CHEAP_WAITS ? SHORT_MS : Math.max(SHORT_MS, remainingMs);
