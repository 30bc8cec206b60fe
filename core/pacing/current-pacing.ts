import type { Pacing, RateState } from '../../contracts/rate-limit.ts';
import { type Ask, limitsOf, type Named } from './reserve-slots.ts';

const MINUTE_MS = 60_000;

/** How calls are paced at a moment, if they are. */
export function currentPacing(
  state: RateState,
  given: Pick<Ask, 'now' | 'declared' | 'mayLearn'>,
  callsPerSecond: number,
): Pacing | undefined {
  const limit = tightestOf(limitsOf(state, given));
  const { heldUntil } = state;
  if (!limit && heldUntil <= given.now) return undefined;
  const callsPerMinute = Math.round(callsPerSecond * 60);
  return { callsPerMinute, ...limit, ...(heldUntil > given.now && { heldUntil: new Date(heldUntil).toISOString() }) };
}

/** The tightest limit of calls, a minute, and where it is from. */
function tightestOf(limits: readonly Named[]): Pick<Pacing, 'limitPerMinute' | 'source'> | undefined {
  const calls = limits.filter(({ known }) => known.unit === 'requests');
  const rates = calls.map(({ name, known }) => ({
    limitPerMinute: Math.round((known.limit / known.windowMs) * MINUTE_MS * 10) / 10,
    source: name === '' ? ('configuration' as const) : ('headers' as const),
  }));
  return rates.sort((a, b) => a.limitPerMinute - b.limitPerMinute)[0];
}
