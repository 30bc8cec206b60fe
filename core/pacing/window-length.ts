import type { KnownLimit } from '../../contracts/rate-limit.ts';

/** Without any word of it, a limit is taken to be one of a minute. */
const MINUTE_MS = 60_000;
const SHORTEST_MS = 100;

/** Lengths that windows usually have, in seconds; a second beside one of them is rounding. */
const USUAL_SECONDS = [10, 15, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 43_200, 86_400];
const ROUNDING_MS = 1_500;

interface ToldWindow {
  readonly now: number;
  /** Where the answer says it. */
  readonly windowMs?: number;
  readonly resetAt?: number;
}

export interface Window {
  readonly windowMs: number;
  readonly isWindowSure: boolean;
}

/** How long a limit's window is: as told, else from one reset to the next, else as long as the furthest reset seen. */
export function windowLength({ now, windowMs, resetAt }: ToldWindow, before: KnownLimit | undefined): Window {
  if (windowMs !== undefined && windowMs >= SHORTEST_MS) return { windowMs, isWindowSure: true };
  const untilReset = resetAt === undefined ? 0 : resetAt - now;
  if (!before) return { windowMs: untilReset >= SHORTEST_MS ? usual(untilReset) : MINUTE_MS, isWindowSure: false };
  const apart = betweenResets(now, resetAt, before.seenResetAt);
  if (apart >= SHORTEST_MS && apart >= untilReset * 0.9 && !(before.isWindowSure && apart >= before.windowMs)) {
    return { windowMs: usual(apart), isWindowSure: true };
  }
  const fits = untilReset <= before.windowMs * 1.1 + ROUNDING_MS;
  if (fits) return { windowMs: before.windowMs, isWindowSure: before.isWindowSure };
  return { windowMs: usual(untilReset), isWindowSure: false };
}

/**
 * From the reset before to the next, seen soon after it. A reset seen later may be several windows away, and one that moves
 * with each answer belongs to a sliding window: then nothing follows from it.
 */
function betweenResets(now: number, resetAt: number | undefined, before: number | undefined): number {
  if (resetAt === undefined || before === undefined || now < before) return 0;
  const apart = resetAt - before;
  return now - before <= apart / 4 ? apart : 0;
}

function usual(ms: number): number {
  const near = USUAL_SECONDS.find((seconds) => Math.abs(seconds * 1_000 - ms) <= ROUNDING_MS);
  return near === undefined ? ms : near * 1_000;
}
