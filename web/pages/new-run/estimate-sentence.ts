import type { Estimate } from '../../../contracts/api/estimate.ts';
import { count, milliseconds, plural, usd } from '../../../core/format.ts';

export function estimateSentence({
  rows = 0,
  triedRows = 0,
  failed = 0,
  costUsd,
  durationMs,
  maxConcurrency = 1,
  calls = rows,
  scoringCostUsd,
  unpricedJudges = [],
  pricesAsOf,
}: Estimate): string {
  const cost = costUsd ? `${usd(costUsd.expected)} (${usd(costUsd.low)}–${usd(costUsd.high)})` : 'unknown cost';
  const time = durationMs
    ? `${milliseconds(durationMs.expected)} (${milliseconds(durationMs.low)}–${milliseconds(durationMs.high)})`
    : 'unknown time';
  const tried = `${plural(triedRows, 'row')} tried${failed > 0 ? `, ${count(failed)} failed` : ''}`;
  const all = calls === rows ? plural(rows, 'row') : `${plural(rows, 'row')} (${plural(calls, 'call')})`;
  const scoring = scoringCostUsd ? `, ${usd(scoringCostUsd.expected)} of it for scoring` : '';
  const unpriced = unpricedJudges.length > 0 ? ` The cost of ${unpricedJudges.join(', ')} is unknown.` : '';
  const prices = pricesAsOf ? ` Built-in prices of ${pricesAsOf}.` : '';
  return `All ${all}, ${count(maxConcurrency)} at once: ${cost}${scoring}, ${time}. ${tried}.${unpriced}${prices}`;
}
