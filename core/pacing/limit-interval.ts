import type { KnownLimit } from '../../contracts/rate-limit.ts';

/** Longer windows are quotas: they are counted, and only their last tenth is spread out. */
const LONGEST_PACED_MS = 3_600_000;
const LAST_PART = 0.1;

/** Calls let through when a window has begun of which nothing is known yet. */
export const MOST_PROBES = 10;

/**
 * How late a call may be and still count as on time. Slots are spaced as if the window were longer by this, so that calls
 * that are late and calls that are not never add up to more than the limit in any window.
 */
export const toleranceMs = (windowMs: number): number => Math.min(1_000, Math.max(20, windowMs * 0.06));

/** Milliseconds between two units of a limit, at its full rate. */
export const msPerUnit = ({ limit, windowMs }: Pick<KnownLimit, 'limit' | 'windowMs'>): number =>
  (windowMs + toleranceMs(windowMs)) / Math.max(limit, 1e-9);

export const isQuota = ({ windowMs }: Pick<KnownLimit, 'windowMs'>): boolean => windowMs > LONGEST_PACED_MS;

/** The limit as it stands at a time: a window that is over has begun again. */
export function rolledTo(known: KnownLimit, at: number): KnownLimit {
  const { kind, limit, windowMs, resetAt, isWindowSure } = known;
  if (kind !== 'window' || resetAt === undefined || at < resetAt) return known;
  const windows = Math.floor((at - resetAt) / windowMs) + 1;
  const next = { ...known, left: limit, isLeftSeen: false, resetAt: resetAt + windows * windowMs };
  return isWindowSure ? next : withFirstCalls(next);
}

/** Nothing is known of the window: a few calls find out. */
export const withFirstCalls = (known: KnownLimit): KnownLimit => ({
  ...known,
  left: Math.min(known.limit, MOST_PROBES),
});

/** A window of unknown length has begun, and no answer has told yet how it stands. */
export const isUnseen = ({ kind, isWindowSure, isLeftSeen, left }: KnownLimit): boolean =>
  kind === 'window' && !isWindowSure && !isLeftSeen && left !== undefined;

/**
 * When a limit that is used up lets the next call through.
 * @param tokens that the call is expected to use
 */
export function freeAgainAt({ unit, kind, limit, left, resetAt }: KnownLimit, at: number, tokens: number): number {
  if (kind !== 'window' || resetAt === undefined || left === undefined) return at;
  const units = unit === 'tokens' ? Math.min(tokens, limit) : 1;
  return left < units ? Math.max(at, resetAt) : at;
}

/** Milliseconds until the next call after one at this time: the limit's pace, or slower where others have used it up. */
export function intervalAt(known: KnownLimit, at: number, units = 1): number {
  const even = isQuota(known) ? 0 : msPerUnit(known) * units;
  const { kind, limit, left, resetAt, roundedMs = 0, isLeftSeen } = known;
  if (kind !== 'window' || !isLeftSeen || left === undefined || resetAt === undefined) return even;
  if (isQuota(known) && left > limit * LAST_PART) return even;
  return Math.max(even, ((resetAt - roundedMs - at) * units) / Math.max(left, units));
}
