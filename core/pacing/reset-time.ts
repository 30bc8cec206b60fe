/** What is further away than this is no reset, and nobody waits for it. */
export const FURTHEST_MS = 32 * 24 * 3600_000;

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;
const STEP = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g;

/** Numbers up to here are seconds from now (30 years), up to the next epoch seconds, above epoch milliseconds. */
const LARGEST_SECONDS = 1e9;
const LARGEST_EPOCH_SECONDS = 1e11;

/**
 * Milliseconds until a limit's reset, in any form servers give it: seconds from now, epoch seconds, epoch milliseconds, a
 * duration such as `6m0s`, an HTTP date, RFC 3339. Undefined when it is none of these or cannot be.
 *
 * @param serverNow the time by the server's own clock, which may differ from ours by minutes
 */
export function resetInMs(text: string, serverNow: number): number | undefined {
  const ms = distance(text.trim(), serverNow);
  return ms === undefined || !Number.isFinite(ms) || ms > FURTHEST_MS ? undefined : Math.max(0, ms);
}

function distance(text: string, serverNow: number): number | undefined {
  if (/^-?\d+(\.\d+)?$/.test(text)) {
    const number = Number(text);
    if (number < LARGEST_SECONDS) return (number + roundedBy(text)) * 1_000;
    if (number < LARGEST_EPOCH_SECONDS) return (number + roundedBy(text)) * 1_000 - serverNow;
    return number - serverNow;
  }
  if (DURATION.test(text)) {
    return [...text.matchAll(STEP)].reduce(
      (sum, [, n, unit]) => sum + Number(n) * UNITS[unit as keyof typeof UNITS],
      0,
    );
  }
  // Date.parse reads much that is no date; those that are begin with a year or a day's name.
  const date = /^(\d{4}-\d{2}-\d{2}[T ]|[A-Z][a-z]{2,8},? )/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date - serverNow;
}

/** Whole seconds may have been rounded down; whoever comes up to a second late loses little. */
const roundedBy = (text: string): number => (isRounded(text) ? 1 : 0);

/** A time in whole seconds: what it says may be a second later than it is. */
export const isRounded = (text: string): boolean => /^-?\d+$/.test(text.trim()) && Number(text) < LARGEST_EPOCH_SECONDS;

/** Below this two clocks agree: a `Date` has whole seconds, and was on its way. */
const CLOCKS_AGREE_MS = 5_000;

/** The server's clock, by its `Date` header; without one, or where both agree, it is taken to be ours. */
export function serverClock(date: string | undefined, now: number): number {
  const told = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(told) || Math.abs(told - now) < CLOCKS_AGREE_MS ? now : told;
}
