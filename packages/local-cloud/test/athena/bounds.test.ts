import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { watchQuery } from '../../src/athena/queries/watch-query.ts';
import { AthenaCloud } from './athena-cloud.ts';

let cloud: AthenaCloud;
beforeAll(async () => {
  cloud = await AthenaCloud.start();
});
afterAll(() => cloud.end());

describe('a query that would make a huge value', () => {
  it.each([
    [
      "SELECT cardinality(repeat('a', 2000000000))",
      'count argument of repeat function must be less than or equal to 10000',
    ],
    [
      'SELECT cardinality(sequence(1, 2000000000))',
      'result of sequence function must not have more than 10000 entries',
    ],
    [
      'SELECT cardinality(sequence(2000000000, 1, -1))',
      'result of sequence function must not have more than 10000 entries',
    ],
    ["SELECT length(lpad('a', 2000000000, 'b'))", 'no text longer than 16777216 characters'],
    ["SELECT length(rpad('a', 2000000000, 'b'))", 'no text longer than 16777216 characters'],
  ])('is refused as it runs: %s', async (sql, reason) => {
    const before = process.memoryUsage.rss();
    await expect(cloud.run(sql)).rejects.toThrow(reason);
    expect(process.memoryUsage.rss() - before).toBeLessThan(500 * 1024 * 1024);
  });

  it('inside try gives NULL', async () => {
    expect(await cloud.rows("SELECT try(repeat('a', 10001)) IS NULL, cardinality(repeat('a', 10000))")).toEqual([
      ['true', '10000'],
    ]);
  });

  it('of as many entries as may be is answered', async () => {
    const sql =
      "SELECT cardinality(sequence(1, 10000)), cardinality(sequence(0, 20000, 5)), length(lpad('a', 1000000, 'b'))";
    expect(await cloud.rows(sql)).toEqual([['10000', '4001', '1000000']]);
  });
});

describe('a query that goes on', () => {
  let rss = 0;
  afterEach(() => vi.useRealTimers());

  it.each([
    ['memory', { memory: () => rss, now: () => 0 }, 'memory limit of 3GB'],
    ['time', { memory: () => 0, now: () => rss }, 'time limit of 30.00m'],
  ])('is stopped when it takes too much %s', (_what, measures, reason) => {
    vi.useFakeTimers();
    rss = 0;
    const stop = vi.fn();
    const watch = watchQuery(stop, measures);
    vi.advanceTimersByTime(1_000);
    expect(stop).not.toHaveBeenCalled();
    rss = 4 * 1024 ** 3;
    vi.advanceTimersByTime(200);
    expect(stop).toHaveBeenCalled();
    expect(watch.exceeded()?.message).toContain(reason);
    watch.end();
  });

  it('is stopped again until it hears it, once nobody wants it any more', () => {
    vi.useFakeTimers();
    let isWanted = true;
    const stop = vi.fn();
    const watch = watchQuery(stop, { isWanted: () => isWanted });
    vi.advanceTimersByTime(1_000);
    expect(stop).not.toHaveBeenCalled();
    isWanted = false;
    vi.advanceTimersByTime(1_000);
    expect(stop.mock.calls.length).toBeGreaterThan(5);
    expect(watch.exceeded()).toBeUndefined();
    watch.end();
  });
});
