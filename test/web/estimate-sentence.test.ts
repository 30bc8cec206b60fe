import { expect, it } from 'vitest';
import { estimateSentence } from '../../web/pages/new-run/estimate-sentence.ts';

it('an estimate in the console names calls, scoring, judges without a price and the day of the prices', () => {
  const range = (expected: number) => ({ expected, low: expected, high: expected });
  const sentence = estimateSentence({
    evaluationId: 'e',
    status: 'done',
    rows: 40,
    calls: 200,
    triedRows: 5,
    costUsd: range(2.4),
    scoringCostUsd: range(2),
    unpricedJudges: ['tone'],
    pricesAsOf: '2026-11-18',
  });
  for (const part of ['40 rows', '200 calls', '$2.40', '$2.00', 'tone', '2026-11-18']) expect(sentence).toContain(part);
});
