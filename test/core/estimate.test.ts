import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimate, type SampledRow } from '../../core/estimate.ts';

const row = (latencyMs: number | null, costUsd: number | null): SampledRow => ({ latencyMs, costUsd });

describe('an estimate from the first rows', () => {
  it('expects the mean of the sample of every row', () => {
    const found = estimate({ sample: [row(1000, 0.01), row(3000, 0.03)], total: 100, maxConcurrency: 4 });
    expect(found.costUsd?.expected).toBeCloseTo(2);
    expect(found.durationMs?.expected).toBeCloseTo(50_000);
  });

  it('adds what the run of the sample took besides its rows, once', () => {
    const sample = [row(1000, null), row(1000, null)];
    const { durationMs } = estimate({ sample, total: 100, maxConcurrency: 4, sampleMs: 4000 });
    expect(durationMs).toEqual({ expected: 28_000, low: 28_000, high: 28_000 });
  });

  it('is sure of itself when all rows agree, and less so the more they differ', () => {
    const even = estimate({ sample: [row(100, 1), row(100, 1), row(100, 1)], total: 30, maxConcurrency: 1 });
    expect(even.costUsd).toEqual({ expected: 30, low: 30, high: 30 });
    const uneven = estimate({ sample: [row(100, 0.5), row(100, 1), row(100, 1.5)], total: 30, maxConcurrency: 1 });
    const wild = estimate({ sample: [row(100, 0), row(100, 1), row(100, 2)], total: 30, maxConcurrency: 1 });
    const width = ({ costUsd }: typeof wild) => (costUsd?.high ?? 0) - (costUsd?.low ?? 0);
    expect(width(uneven)).toBeGreaterThan(0);
    expect(width(wild)).toBeGreaterThan(width(uneven));
  });

  it('says nothing of cost when no row did, and of time when none was called', () => {
    expect(estimate({ sample: [row(10, null)], total: 5, maxConcurrency: 1 })).not.toHaveProperty('costUsd');
    expect(estimate({ sample: [row(null, null)], total: 5, maxConcurrency: 1 })).toEqual({});
    expect(estimate({ sample: [], total: 5, maxConcurrency: 1 })).toEqual({});
  });

  it('allows for anything from half to twice after a single row', () => {
    const { costUsd } = estimate({ sample: [row(10, 1)], total: 10, maxConcurrency: 1 });
    expect(costUsd).toEqual({ expected: 10, low: 5, high: 20 });
  });

  it('always has the expectation in its range, nothing below zero, and knows all when all rows were sampled', () => {
    const rows = fc.array(
      fc.record({
        latencyMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
        costUsd: fc.double({ min: 0, max: 10, noNaN: true }),
      }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(rows, fc.nat(1000), fc.integer({ min: 1, max: 50 }), (sample, more, maxConcurrency) => {
        const total = sample.length + more;
        for (const range of Object.values(estimate({ sample, total, maxConcurrency }))) {
          const { low, expected, high } = range;
          const slack = 1e-9 * (1 + expected);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(low).toBeLessThanOrEqual(expected + slack);
          expect(high).toBeGreaterThanOrEqual(expected - slack);
          if (more === 0) expect(high - low).toBeLessThanOrEqual(slack);
        }
      }),
    );
  });
});
