import type { RateState } from '../../contracts/rate-limit.ts';

const SLOWEST_PACE = 1 / 16;
/** Time in which the pace grows from nothing back to the whole rate. */
const RECOVERY_MS = 120_000;
/** Calls turned away one after another within this time halve the pace once. */
const ONE_REFUSAL_MS = 5_000;

export interface Refusal {
  readonly now: number;
  /** When the call was sent that was turned away. */
  readonly sentAt: number;
  /** What the target asks for. */
  readonly retryAfterMs?: number;
  /** When it asks for nothing: how long the row itself stays back. */
  readonly backOffMs: number;
}

/** The share of a known rate that is used at a time: it grows back slowly after a call was turned away. */
export function paceAt({ pace, refusedAt = 0, heldUntil }: RateState, now: number): number {
  return Math.min(1, pace + Math.max(0, now - Math.max(refusedAt, heldUntil)) / RECOVERY_MS);
}

/**
 * A call was turned away (429, or 503 with Retry-After): nobody calls until the target wants to be called again, and where
 * a limit is known, then at half the pace. Calls that were under way at that time and are turned away too only make the
 * hold longer.
 */
export function refused(state: RateState, { now, sentAt, retryAfterMs, backOffMs }: Refusal): RateState {
  const isNew = sentAt > (state.refusedAt ?? Number.NEGATIVE_INFINITY);
  const holdMs = retryAfterMs ?? (isNew ? backOffMs : 0);
  const heldUntil = Math.max(state.heldUntil, now + holdMs);
  if (!isNew) return { ...state, heldUntil };
  const { probingSince: _since, ...rest } = state;
  const halves = now - (state.slowedAt ?? Number.NEGATIVE_INFINITY) > ONE_REFUSAL_MS;
  return {
    ...rest,
    // Those that were to find out what the limit is have not; others will, after the hold.
    probes: 0,
    heldUntil,
    refusedAt: now,
    ...(halves && { slowedAt: now }),
    pace: Math.max(SLOWEST_PACE, paceAt(state, now) / (halves ? 2 : 1)),
  };
}
