import { expect, it } from 'vitest';
import { describePacing } from '../../../core/pacing/describe-pacing.ts';

const NOW = Date.parse('2026-11-17T12:00:00Z');

it('how fast calls go, and why not faster, is said in a few words', () => {
  const paced = { callsPerMinute: 98, limitPerMinute: 100, source: 'headers' } as const;
  expect(describePacing(paced, NOW)).toBe('paced at 98/min, limit 100/min from headers');
  expect(describePacing({ callsPerMinute: 12 }, NOW)).toBe('paced at 12/min');
});

it('that calls wait is said with its reason, until they go on', () => {
  const held = { callsPerMinute: 98, heldUntil: '2026-11-17T12:00:30Z' };
  expect(describePacing(held, NOW)).toBe('waits 30 s: the target turned calls away for its rate limit');
  expect(describePacing(held, NOW + 31_000)).toBe('paced at 98/min');
});
