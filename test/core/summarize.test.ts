import { expect, it } from 'vitest';
import { summarize } from '../../core/sql/summarize.ts';
import { quantilePlaces } from '../../core/statistics/quantile-interval.ts';

it('asks for the n-th latency half a place before its share, where Athena has it', () => {
  const sql = summarize('results', { calls: 72, rows: 72 });
  const places = ['p50_low', 'p50_high', 'p95_low', 'p95_high'].map((name) => {
    const [, share] = new RegExp(`approx_percentile\\(latency_ms, ([\\d.]+)\\) AS latency_${name},`).exec(sql) ?? [];
    return Number((Number(share) * 72 + 0.5).toFixed(6));
  });
  expect(places).toEqual([0.5, 0.95].flatMap((share) => Object.values(quantilePlaces(72, share) ?? {})));
});
