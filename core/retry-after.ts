import { FURTHEST_MS } from './pacing/reset-time.ts';

/** Seconds a `Retry-After` header asks for: a number of them, or an HTTP date. None where it asks for what nobody waits. */
export function retryAfterSeconds(header: string | undefined, now: number = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Math.max(0, (Date.parse(text) - now) / 1000);
  return seconds <= FURTHEST_MS / 1000 ? seconds : undefined;
}
