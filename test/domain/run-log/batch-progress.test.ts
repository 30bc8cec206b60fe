import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BatchProgress } from '../../../domain/run-log/batch-progress.ts';
import type { LogEntry, Retry } from '../../../domain/run-log/log-entry.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const ROWS = 12;
const AT = '2026-11-16T00:00:00.000Z';

const entryOf = (parts: Partial<LogEntry>): LogEntry => ({
  writer: 'w',
  at: AT,
  claims: [],
  retries: [],
  settled: [],
  ...parts,
});
const retryOf = (row: number, calls = 1): Retry => ({ row, calls, notBefore: AT, startedAt: AT });

function progressOf(log: readonly LogEntry[], from = 0, settledTo = 0): BatchProgress {
  const progress = new BatchProgress(settledTo);
  for (const [index, entry] of log.slice(from).entries()) progress.apply(from + index, entry);
  return progress;
}

/** All that can be asked of it. */
const stateOf = (progress: BatchProgress, next: number) => ({
  settledTo: progress.settledTo,
  rows: Array.from({ length: ROWS + 1 }, (_, row) => [progress.isSettled(row), progress.isNew(row)]),
  claims: progress.claims(),
  retries: progress.retries(),
  firstEntry: progress.firstEntry(next),
});

const row = fc.nat({ max: ROWS - 1 });
const call = fc.integer({ min: 1, max: 3 });
const logs = fc.array(
  fc.record({
    writer: fc.constantFrom('a', 'b'),
    at: fc.constant(AT),
    claims: fc.array(fc.tuple(row, call), { maxLength: 4 }),
    retries: fc
      .array(fc.tuple(row, call), { maxLength: 2 })
      .map((some) => some.map(([of, calls]) => retryOf(of, calls))),
    settled: fc.array(row, { maxLength: 4 }),
  }),
  { maxLength: 30 },
);

describe('the progress of a batch', () => {
  it('is the same for who reads only the end of its log, whatever the log says', () => {
    fc.assert(
      fc.property(logs, fc.nat(), (log, cut) => {
        // Where an invocation may have been left off, and what was appended after it.
        const length = cut % (log.length + 1);
        const left = progressOf(log.slice(0, length));
        const resumed = progressOf(log, left.firstEntry(length), left.settledTo);
        expect(stateOf(resumed, log.length)).toEqual(stateOf(progressOf(log), log.length));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('is what the last entry says of each row; a settled row stays settled', () => {
    fc.assert(
      fc.property(logs, (log) => {
        const said = new Map<number, unknown>();
        const say = (of: number, what: unknown) => void (said.get(of) !== 'settled' && said.set(of, what));
        for (const { writer, at, claims, retries, settled } of log) {
          for (const [of, number] of claims) say(of, { row: of, call: number, writer, at });
          for (const retry of retries) say(retry.row, retry);
          for (const of of settled) say(of, 'settled');
        }
        const progress = progressOf(log);
        for (let of = 0; of < ROWS; of++) {
          expect(progress.isSettled(of)).toBe(said.get(of) === 'settled');
          expect(progress.isNew(of)).toBe(!said.has(of));
          const known = [...progress.claims(), ...progress.retries()].find((one) => one.row === of);
          expect(known).toEqual(said.get(of) === 'settled' ? undefined : said.get(of));
        }
      }),
    );
  });

  it('knows up to where all rows are settled, in whatever order they were', () => {
    const progress = progressOf([entryOf({ claims: [[0, 1]] }), entryOf({ settled: [2, 1] })]);
    expect(progress.settledTo).toBe(0);
    progress.apply(2, entryOf({ settled: [0] }));
    expect(progress.settledTo).toBe(3);
    expect([0, 1, 2, 3].map((place) => progress.isSettled(place))).toEqual([true, true, true, false]);
    expect([2, 3].map((place) => progress.isNew(place))).toEqual([false, true]);
  });

  it('asks for no more of the log than speaks of rows that are left', () => {
    const progress = progressOf([
      entryOf({ claims: [[0, 1]] }),
      entryOf({ settled: [0], claims: [[1, 1]] }),
      entryOf({ settled: [1] }),
    ]);
    expect(progress.firstEntry(3)).toBe(3);
    progress.apply(3, entryOf({ claims: [[2, 1]] }));
    progress.apply(4, entryOf({ retries: [retryOf(2)] }));
    expect(progress.firstEntry(5)).toBe(3);
  });
});
