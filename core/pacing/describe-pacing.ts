import type { Pacing } from '../../contracts/rate-limit.ts';

/** `paced at 98/min, limit 100/min from headers`, or that calls wait and until when. */
export function describePacing(
  { callsPerMinute, limitPerMinute, source, heldUntil }: Pacing,
  now: number = Date.now(),
): string {
  const heldSeconds = heldUntil === undefined ? 0 : Math.ceil((Date.parse(heldUntil) - now) / 1000);
  if (heldSeconds > 0) return `waits ${heldSeconds} s: the target turned calls away for its rate limit`;
  const limit = limitPerMinute === undefined ? '' : `, limit ${limitPerMinute}/min from ${source}`;
  return `paced at ${callsPerMinute}/min${limit}`;
}
