import type { KnownLimit, RateState } from '../../contracts/rate-limit.ts';
import { msPerUnit, rolledTo } from './limit-interval.ts';
import { MOST_LIMITS, type SeenLimit } from './rate-headers.ts';
import { windowLength } from './window-length.ts';

/** What is known is written again after this time, so that it is not forgotten. */
const REFRESH_MS = 600_000;

/** What is left is written again when it is less than was thought by this part of the limit. */
const FEWER = { requests: 0.05, tokens: 0.02 };

/** Of a limit of tokens this part is kept back: rows use more or less than on average. */
const TOKENS_KEPT_BACK = 0.05;

export interface Seen {
  readonly now: number;
  /** When the call was sent whose answer this is. */
  readonly sentAt: number;
  readonly limits: readonly SeenLimit[];
}

/** Takes in what an answer says of limits; if it speaks of none, calls are free. */
export function learnLimits(state: RateState, seen: Seen): RateState {
  const { probingSince: _since, ...rest } = state;
  const learned = seen.limits.flatMap((told) => {
    const known = learn(state, told, seen);
    return known ? [[told.name, known]] : [];
  });
  const isFree = seen.limits.length === 0 && Object.keys(state.limits).length === 0;
  const limits = { ...state.limits, ...Object.fromEntries(learned) };
  return {
    ...rest,
    probes: 0,
    limits: newest(limits),
    ...(isFree && { freeAt: seen.now }),
  };
}

/** One answer after another may name new ones. */
function newest(limits: RateState['limits']): RateState['limits'] {
  const named = Object.entries(limits);
  if (named.length <= MOST_LIMITS) return limits;
  return Object.fromEntries(named.toSorted(([, a], [, b]) => b.seenAt - a.seenAt).slice(0, MOST_LIMITS));
}

function learn(state: RateState, told: SeenLimit, { now, sentAt }: Seen): KnownLimit | undefined {
  const before = state.limits[told.name];
  const { unit, kind, remaining } = told;
  const limit = told.limit ?? before?.limit ?? (remaining === undefined ? undefined : remaining + 1);
  // A limit of nothing is none that one could keep to.
  if (limit === undefined || limit < 1) return undefined;
  // Rounding may make a reset later than the window is long.
  const resetInMs = Math.min(told.resetInMs ?? 0, told.windowMs ?? Number.POSITIVE_INFINITY);
  const { roundedMs = 0 } = told;
  const seenResetAt = resetInMs > 0 ? earlierOf(now + resetInMs, before?.seenResetAt, now, roundedMs) : undefined;
  const window = windowLength({ now, windowMs: told.windowMs, resetAt: seenResetAt }, before);
  const rounded = roundedMs > 0 && { roundedMs };
  const common = { unit, kind, limit, ...window, ...(seenResetAt && { seenResetAt }), ...rounded, seenAt: now };
  if (kind === 'bucket' || remaining === undefined) return { ...common, isLeftSeen: false };

  const rolled = before && rolledTo(before, Math.max(now, state.nextAt));
  const resetAt = seenResetAt ?? rolled?.resetAt ?? now + window.windowMs;
  // Slots were given away beyond this window's end already: what is left of it is nobody's concern.
  if (rolled?.left !== undefined && window.isWindowSure && state.nextAt >= resetAt) {
    const { left, isLeftSeen } = rolled;
    return { ...common, left: Math.min(left, limit), isLeftSeen, resetAt: resetAt + window.windowMs };
  }
  const reserved = unit === 'tokens' ? tokensNotCounted(state, common, sentAt) : notCounted(state, common, sentAt);
  const left = Math.max(0, Math.min(limit, remaining) - reserved);
  // An answer to a call that was sent before the last one was read knows no better.
  const isStale = before?.isLeftSeen && sentAt < before.seenAt && now < (before.resetAt ?? 0);
  return { ...common, left: isStale ? Math.min(left, before.left ?? left) : left, resetAt, isLeftSeen: true };
}

/** Of what several answers say of the same reset in whole seconds, the earliest is the nearest to it. */
function earlierOf(resetAt: number, before: number | undefined, now: number, roundedMs: number): number {
  const isSame = before !== undefined && before > now && Math.abs(resetAt - before) <= roundedMs + 200;
  return isSame ? Math.min(resetAt, before) : resetAt;
}

/** Calls that were let through and that the target cannot have counted when it answered. */
function notCounted(
  { probes, nextAt }: RateState,
  limit: Pick<KnownLimit, 'limit' | 'windowMs'>,
  sentAt: number,
): number {
  if (probes > 0) return probes - 1;
  return Math.max(0, Math.ceil((nextAt - sentAt) / msPerUnit(limit)) - 1);
}

/** Tokens that slots were reserved for and that the target cannot have counted when it answered. */
function tokensNotCounted(
  { probes, tokensAt, tokensPerRow = 0 }: RateState,
  limit: Pick<KnownLimit, 'limit' | 'windowMs'>,
  sentAt: number,
): number {
  const tokens = probes > 0 ? (probes - 1) * tokensPerRow : (tokensAt - sentAt) / msPerUnit(limit) - tokensPerRow;
  return Math.max(0, tokens) + limit.limit * TOKENS_KEPT_BACK;
}

/** Whether what an answer says differs from what is known, so that it is worth a write. */
export function isNews(state: RateState, seen: Seen): boolean {
  if (state.probes > 0) return true;
  if (seen.limits.length === 0) return Object.keys(state.limits).length === 0 && isOld(state.freeAt, seen.now);
  const learned = learnLimits(state, seen).limits;
  return seen.limits.some(({ name }) => {
    const [before, after] = [state.limits[name], learned[name]];
    if (!after) return false;
    return !before || isOld(before.seenAt, seen.now) || differs(rolledTo(before, seen.now), after);
  });
}

const isOld = (at: number | undefined, now: number): boolean => at === undefined || now - at > REFRESH_MS;

function differs(before: KnownLimit, after: KnownLimit): boolean {
  if (before.limit !== after.limit || before.isWindowSure !== after.isWindowSure) return true;
  if (Math.abs(before.windowMs - after.windowMs) > before.windowMs * 0.05) return true;
  // A window of unknown length has begun: how long it is, is seen now.
  if (!before.isWindowSure && before.seenResetAt !== after.seenResetAt && !before.isLeftSeen) return true;
  if (before.left === undefined || after.left === undefined) return before.left !== after.left;
  const more = after.left - before.left;
  return more < -Math.max(2, before.limit * FEWER[before.unit]) || more > Math.max(5, before.limit * 0.1);
}
