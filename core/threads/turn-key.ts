import type { Trace } from '../../contracts/trace.ts';

const DIGITS = 9;

/** Turns in the order they began; those that began at the same moment, by id. A text that sorts so. */
export function turnKey({ started_at, trace_id }: Pick<Trace, 'started_at' | 'trace_id'>): string {
  const seconds = new Date(started_at).toISOString().slice(0, 19);
  // Date knows milliseconds; the text may say more.
  const fraction = /\.(\d+)/.exec(started_at)?.[1] ?? '';
  return `${seconds}.${fraction.slice(0, DIGITS).padEnd(DIGITS, '0')}#${trace_id}`;
}
