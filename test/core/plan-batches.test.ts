import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROWS_PER_SHARD } from '../../contracts/storage-keys.ts';
import { planBatches, shareOf } from '../../core/plan-batches.ts';

const passes = fc.record({
  planned: fc.oneof(fc.nat(5000), fc.nat(10_000_000)),
  maxConcurrency: fc.integer({ min: 21, max: 1000 }),
  isAwaited: fc.constant(false),
});

describe('the rows of a pass', () => {
  it.each([1, 40, 1000])('have a child each when an agent answers them, %i at once', (maxConcurrency) => {
    const plan = planBatches({ planned: 500, maxConcurrency, isAwaited: true });
    expect(plan).toEqual({ children: maxConcurrency, batchRows: 1 });
    expect(shareOf(maxConcurrency, plan.children)).toBe(1);
  });

  it.each([1, 2, 20])('are one child’s, a shard a batch, when %i are called at once', (maxConcurrency) => {
    const plan = planBatches({ planned: 1_000_000, maxConcurrency, isAwaited: false });
    expect(plan).toEqual({ children: 1, batchRows: ROWS_PER_SHARD });
    expect(shareOf(maxConcurrency, plan.children)).toBe(maxConcurrency);
  });

  it.each([
    // At once, children, each one's share.
    [21, 1, 21],
    [26, 2, 13],
    [37, 2, 18],
    [40, 2, 20],
    [50, 2, 25],
    [60, 3, 20],
    [97, 4, 24],
    [100, 5, 20],
    [101, 5, 20],
    [500, 25, 20],
    [997, 62, 16],
    [1000, 50, 20],
  ])('of which %i are called at once are dealt to %i children of %i', (maxConcurrency, children, share) => {
    expect(planBatches({ planned: 10_000, maxConcurrency, isAwaited: false }).children).toBe(children);
    expect(shareOf(maxConcurrency, children)).toBe(share);
  });

  it.each([
    // Rows, at once, rows of a batch.
    [0, 50, 25],
    [30, 50, 25],
    [300, 50, 150],
    [999, 50, 500],
    [1000, 50, 250],
    [2000, 50, 250],
    [2001, 50, 251],
    [10_000, 50, 1250],
    [40_000, 50, 5000],
    [1_000_000, 50, 5000],
    [1000, 1000, 20],
    [10_000, 1000, 200],
    [100_000, 1000, 500],
    [1_000_000, 1000, 5000],
  ])('%i in number and %i at once make batches of %i', (planned, maxConcurrency, batchRows) => {
    expect(planBatches({ planned, maxConcurrency, isAwaited: false }).batchRows).toBe(batchRows);
  });

  it('are never called more at once than asked for, and hardly fewer', () => {
    fc.assert(
      fc.property(passes, ({ planned, maxConcurrency, isAwaited }) => {
        const { children, batchRows } = planBatches({ planned, maxConcurrency, isAwaited });
        const share = shareOf(maxConcurrency, children);
        expect(children * share).toBeLessThanOrEqual(maxConcurrency);
        expect(maxConcurrency - children * share).toBeLessThan(children);
        expect(share).toBeGreaterThanOrEqual(11);
        expect(share).toBeLessThanOrEqual(25);
        // All that could be called at once are, even when there are few rows.
        const begun = Math.min(Math.ceil(planned / batchRows), children);
        expect(begun * share).toBeGreaterThanOrEqual(Math.min(planned, children * share));
      }),
    );
  });

  it('come in up to four batches for each child, of ten rows or more for each that is called at once', () => {
    fc.assert(
      fc.property(passes, (pass) => {
        const { children, batchRows } = planBatches(pass);
        const share = shareOf(pass.maxConcurrency, children);
        const batches = Math.ceil(pass.planned / batchRows);
        expect(batchRows).toBeLessThanOrEqual(5000);
        if (batchRows < 5000) expect(batches).toBeLessThanOrEqual(children * 4);
        if (batches > children) expect(batchRows).toBeGreaterThanOrEqual(10 * share);
      }),
    );
  });

  it('of a bulk endpoint are whole calls', () => {
    expect(planBatches({ planned: 450, maxConcurrency: 50, isAwaited: false, rowsPerCall: 200 }).batchRows % 200).toBe(
      0,
    );
    expect(
      planBatches({ planned: 90_000, maxConcurrency: 60, isAwaited: false, rowsPerCall: 300 }).batchRows % 300,
    ).toBe(0);
  });
});
