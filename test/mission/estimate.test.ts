import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { estimate as estimateRun, type SampledResult } from '../../core/estimate.ts';
import { PRICE_TABLE_DATE } from '../../core/price-table.ts';

const endpoint = { url: 'https://models.test/v1' };
const config = evaluationConfigSchema.parse({ endpoint });
const row = (latencyMs: number | null, costUsd: number | null) => ({ latencyMs, costUsd });
const results = (sample: readonly ReturnType<typeof row>[]): SampledResult[] =>
  sample.map((result, rowIndex) => ({ rowIndex, trial: 0, scores: null, ...result }));

interface Sample {
  readonly sample: readonly ReturnType<typeof row>[];
  readonly total: number;
  readonly maxConcurrency: number;
  readonly sampleMs?: number;
}
const estimate = ({ sample, total, ...more }: Sample) =>
  estimateRun({ sample: results(sample), rows: total, config, ...more });

describe('An estimate from the first rows', () => {
  it('expects of every row the mean of the sample', () => {
    const found = estimate({ sample: [row(1000, 0.01), row(3000, 0.03)], total: 100, maxConcurrency: 4 });
    expect(found.costUsd?.expected).toBeCloseTo(2);
    expect(found.durationMs?.expected).toBeCloseTo(50_000);
  });

  it('adds the overhead of the sample run once', () => {
    const sample = [row(1000, null), row(1000, null)];
    const { durationMs } = estimate({ sample, total: 100, maxConcurrency: 4, sampleMs: 4000 });
    expect(durationMs).toEqual({ expected: 28_000, low: 28_000, high: 28_000 });
  });

  it('has a narrow range if rows agree, and a wider one the more they differ', () => {
    const even = estimate({ sample: [row(100, 1), row(100, 1), row(100, 1)], total: 30, maxConcurrency: 1 });
    expect(even.costUsd).toEqual({ expected: 30, low: 30, high: 30 });
    const uneven = estimate({ sample: [row(100, 0.5), row(100, 1), row(100, 1.5)], total: 30, maxConcurrency: 1 });
    const wild = estimate({ sample: [row(100, 0), row(100, 1), row(100, 2)], total: 30, maxConcurrency: 1 });
    const width = ({ costUsd }: typeof wild) => (costUsd?.high ?? 0) - (costUsd?.low ?? 0);
    expect(width(uneven)).toBeGreaterThan(0);
    expect(width(wild)).toBeGreaterThan(width(uneven));
  });

  it('has no cost if no row reported one, and no time if none was called', () => {
    expect(estimate({ sample: [row(10, null)], total: 5, maxConcurrency: 1 })).not.toHaveProperty('costUsd');
    const nothing = { rows: 5, calls: 5, pricesAsOf: PRICE_TABLE_DATE };
    expect(estimate({ sample: [row(null, null)], total: 5, maxConcurrency: 1 })).toEqual({ triedRows: 1, ...nothing });
    expect(estimate({ sample: [], total: 5, maxConcurrency: 1 })).toEqual({ triedRows: 0, ...nothing });
  });

  it('ranges from half to twice after a single row', () => {
    const { costUsd } = estimate({ sample: [row(10, 1)], total: 10, maxConcurrency: 1 });
    expect(costUsd).toEqual({ expected: 10, low: 5, high: 20 });
  });

  it('keeps the expectation in its range and above zero, and is exact if all rows were sampled', () => {
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
        const { costUsd, durationMs } = estimate({ sample, total, maxConcurrency });
        for (const { low, expected, high } of [costUsd, durationMs].filter((range) => range !== undefined)) {
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

describe('An estimate counts', () => {
  const judge = { type: 'judge', target: { endpoint }, rubric: 'Is it right?' };
  const judged = evaluationConfigSchema.parse({ endpoint, evaluators: [judge] });
  const scores = (costUsd?: number) =>
    JSON.stringify({ judge: { score: 1, passed: true, ...(costUsd && { costUsd }) } });
  const result = (rowIndex: number, trial = 0, more: Partial<SampledResult> = {}): SampledResult => ({
    rowIndex,
    trial,
    latencyMs: 1_000,
    costUsd: 0.01,
    scores: null,
    ...more,
  });
  const of = (sample: SampledResult[], more: object = {}) =>
    estimateRun({ sample, rows: 40, config, maxConcurrency: 10, ...more });

  it('each trial of a row', () => {
    const trials = [0, 1, 2].flatMap((rowIndex) => [0, 1, 2, 3, 4].map((trial) => result(rowIndex, trial)));
    const found = of(trials);
    expect(found).toMatchObject({ triedRows: 3, rows: 40, calls: 200 });
    expect(found.costUsd?.expected).toBeCloseTo(2, 9);
    expect(found.durationMs?.expected).toBeCloseTo(20_000, 6);
  });

  it('judges, once for each trial and model', () => {
    const once = of(
      [0, 1].map((rowIndex) => result(rowIndex, 0, { scores: scores(0.05) })),
      { config: judged },
    );
    expect(once.costUsd?.expected).toBeCloseTo(2.4, 9);
    expect(once.scoringCostUsd?.expected).toBeCloseTo(2, 9);
    const trials = [0, 1].flatMap((row) => [0, 1].map((trial) => result(row, trial, { scores: scores(0.05) })));
    expect(of(trials, { config: judged }).costUsd?.expected).toBeCloseTo(40 * 2 * 0.06, 9);
    // The second row was judged in an earlier run: no other row will be.
    const kept = [result(0, 0, { scores: scores(0.05) }), result(1, 0, { scores: scores() })];
    expect(of(kept, { config: judged }).costUsd?.expected).toBeCloseTo(2.4, 9);
  });

  it('no judge without a known price, and names it', () => {
    expect(of([result(0, 0, { scores: scores() })], { config: judged }).unpricedJudges).toEqual(['judge']);
    expect(of([result(0)])).not.toHaveProperty('unpricedJudges');
  });

  it('all models that one call answers for, at the latency of the slowest', () => {
    const found = of([result(0), result(0, 0, { latencyMs: 3_000, costUsd: 0.02 })]);
    expect(found).toMatchObject({ calls: 40, triedRows: 1 });
    expect(found.costUsd?.expected).toBeCloseTo(1.2, 9);
    expect(found.durationMs?.expected).toBeCloseTo(12_000, 6);
  });

  it('only the rows within the limit', () => {
    const found = of([result(0), result(1)], { limit: 10 });
    expect(found).toMatchObject({ rows: 10, calls: 10 });
    expect(found.costUsd?.expected).toBeCloseTo(0.1, 9);
  });

  it('provider batches at their price, and judges at the usual one', () => {
    const bulkConfig = { preset: 'openai-batches', maxItemsPerCall: 10 };
    const bulk = evaluationConfigSchema.parse({ endpoint, bulkConfig, evaluators: [judge] });
    const { bulkJobs } = of(
      [0, 1].map((index) => result(index, 0, { scores: scores(0.05) })),
      { config: bulk },
    );
    expect(bulkJobs).toMatchObject({ jobs: 4, longestMs: 86_400_000 });
    expect(bulkJobs?.costUsd?.expected).toBeCloseTo(0.2 + 2, 9);
  });
});
