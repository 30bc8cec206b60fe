import type { KnownLimit, RateState } from '../../contracts/rate-limit.ts';
import type { Seen } from './learn-limits.ts';
import { isQuota } from './limit-interval.ts';
import type { SeenLimit } from './rate-headers.ts';
import { paceAt } from './refused.ts';

/** A limit is far while calls come at less than this share of its even pace … */
const FAR = 0.5;
/** … so early in a window as if this share of it had passed, and of a bucket while no more than this is missing … */
const EARLIEST = 0.02;
/** … of a day's quota while no more than this is used … */
const FAR_OF_QUOTA = 0.8;
/** … and while so many times the rows of the run could start at once: other runs may think the same. */
const TIMES_AT_ONCE = 20;

/** Whether an answer says that all limits are so far away that nobody has to ask for slots. */
export function isFarFromLimits(state: RateState, { now, limits }: Seen, maxConcurrency: number): boolean {
  if (limits.length === 0 || paceAt(state, now) < 1) return false;
  const isToldOf = (name: string): boolean => limits.some((told) => told.name === name);
  return (
    Object.keys(state.limits).every(isToldOf) &&
    limits.every((told) => isFar(told, state.limits[told.name], maxConcurrency))
  );
}

function isFar(told: SeenLimit, known: KnownLimit | undefined, maxConcurrency: number): boolean {
  const { kind, unit, remaining, resetInMs, limit = known?.limit, windowMs = known?.windowMs } = told;
  if (limit === undefined || remaining === undefined || windowMs === undefined) return false;
  // What a row takes of tokens is not known: they are counted.
  if (unit === 'tokens' || remaining < maxConcurrency * TIMES_AT_ONCE) return false;
  const used = 1 - remaining / limit;
  if (isQuota({ windowMs })) return used < FAR_OF_QUOTA;
  if (kind === 'bucket') return used < EARLIEST;
  const passed = resetInMs === undefined ? 0 : 1 - Math.min(1, resetInMs / windowMs);
  return used < FAR * Math.max(EARLIEST, passed);
}
