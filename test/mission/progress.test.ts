import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { progressOf } from '../../core/progress.ts';
import { RUN_STATUSES, type RunRecord } from '../../domain/run-records/run-record.ts';
import { runRecordOf } from '../support/run-record.ts';

const BEGAN = Date.parse('2026-11-16T10:00:00Z');
const at = (seconds: number): string => new Date(BEGAN + seconds * 1000).toISOString();

const record = (fields: Partial<RunRecord>): RunRecord =>
  runRecordOf({
    evaluation_id: 'e',
    total: 100,
    planned: 100,
    batch_size: 10,
    started_at: at(0),
    pass_started_at: at(0),
    updated_at: at(0),
    ...fields,
  });

describe('Progress of a run', () => {
  it('shows counts, rate and remaining time', () => {
    const half = record({ succeeded: 40, failed: 10, latency_ms_sum: 5_000, cost_usd: 2, priced: 40, total_tokens: 7 });
    expect(progressOf(half, 2, BEGAN + 25_000)).toEqual({
      total: 100,
      succeeded: 40,
      failed: 10,
      skipped: 0,
      running: 2,
      remaining: 48,
      percent: 50,
      rowsPerSecond: 2,
      etaSeconds: 25,
      averageLatencyMs: 100,
      costUsd: 2,
      priced: 40,
      tokens: { prompt: 0, completion: 0, total: 7 },
    });
  });

  it('estimates no end from the first answers', () => {
    expect(progressOf(record({ succeeded: 4 }), 1, BEGAN + 20_000)).not.toHaveProperty('etaSeconds');
    expect(progressOf(record({ succeeded: 5 }), 1, BEGAN + 20_000)).toMatchObject({ etaSeconds: 380 });
  });

  it('estimates no end before back-off, a hold or a limit allows it', () => {
    const nearly = { succeeded: 98, latency_ms_sum: 98 * 2_000 };
    const left = (fields: Partial<RunRecord>, now = 10_000) =>
      progressOf(record({ ...nearly, ...fields }), 0, BEGAN + now).etaSeconds;
    expect(left({})).toBe(1);
    expect(left({ due_at: at(40) })).toBe(32);
    expect(left({ pacing: { callsPerMinute: 60, heldUntil: at(55) } })).toBe(46);
    expect(left({ pacing: { callsPerMinute: 60, limitPerMinute: 2, heldUntil: at(55) } })).toBe(105);
  });

  it.each([
    ['a hold', { pacing: { callsPerMinute: 60, heldUntil: at(70) } }, 70],
    ['a back-off', { due_at: at(70) }, 61],
  ])('counts down while %s does', (_what, waiting, first) => {
    const left = (now: number) =>
      progressOf(record({ succeeded: 50, latency_ms_sum: 50_000, settled_at: at(10), ...waiting }), 0, BEGAN + now)
        .etaSeconds;
    expect([left(10_000), left(30_000), left(60_000)]).toEqual([first, first - 20, first - 50]);
  });

  it('estimates no end in a second while nothing has settled for a minute', () => {
    const stuck = record({ succeeded: 99, settled_at: at(5) });
    expect(progressOf(stuck, 1, BEGAN + 35_000).etaSeconds).toBe(30);
    expect(progressOf(stuck, 1, BEGAN + 65_000).etaSeconds).toBe(60);
  });

  it('leaves pauses out of the rate, and estimates no end while paused', () => {
    const paused = record({ status: 'paused', succeeded: 50, paused_ms: 30_000, paused_at: at(80) });
    const progress = progressOf(paused, 0, BEGAN + 980_000);
    expect(progress.rowsPerSecond).toBe(1);
    expect(progress).not.toHaveProperty('etaSeconds');
  });

  it('of a retry counts the rows called again', () => {
    const retry = record({ attempt: 2, planned: 10, succeeded: 95, failed: 0 });
    expect(progressOf(retry, 1, BEGAN + 5_000)).toMatchObject({ percent: 50, rowsPerSecond: 1, etaSeconds: 5 });
  });

  it('is 0% before the rows are counted, and 100% when a run without rows has ended', () => {
    const empty = { total: 0, planned: 0 };
    expect(progressOf(record({ ...empty, status: 'pending' }), 0, BEGAN)).toMatchObject({ percent: 0, remaining: 0 });
    const ended = record({ ...empty, status: 'completed', finished_at: at(1) });
    expect(progressOf(ended, 0, BEGAN + 2_000)).toMatchObject({ percent: 100, rowsPerSecond: 0 });
  });

  const count = fc.nat(150);
  const counters = fc.record({ succeeded: count, failed: count, skipped: count });

  it('always sums to the total, even if a batch was counted twice', () => {
    fc.assert(
      fc.property(counters, fc.nat(300), fc.constantFrom(...RUN_STATUSES), (counted, inFlight, status) => {
        const { total, succeeded, failed, skipped, running, remaining, percent } = progressOf(
          record({ ...counted, status }),
          inFlight,
          BEGAN + 1_000,
        );
        expect(succeeded + failed + skipped + running + remaining).toBe(total);
        expect(Math.min(succeeded, failed, skipped, running, remaining)).toBeGreaterThanOrEqual(0);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
      }),
    );
  });

  it('never falls within a round', () => {
    fc.assert(
      fc.property(counters, counters, (before, added) => {
        const after = Object.fromEntries(
          Object.entries(before).map(([name, value]) => [name, value + added[name as keyof typeof added]]),
        );
        const percent = (fields: Partial<RunRecord>) => progressOf(record(fields), 0, BEGAN + 1_000).percent;
        expect(percent(after)).toBeGreaterThanOrEqual(percent(before));
      }),
    );
  });
});
