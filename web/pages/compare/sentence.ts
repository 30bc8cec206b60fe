import { count, plural } from '../../../core/format.ts';
import { mcnemar } from '../../../core/statistics/mcnemar.ts';
import type { Counts } from '../../parts/side-by-side/side-by-side.ts';

/** Did it help? In one sentence. */
export function comparisonSentence({ worse, better, different, same }: Counts): string {
  const both = worse + better + different + same;
  if (both === 0) return 'The two runs have no row in common';
  if (worse === 0 && better === 0) {
    return different === 0
      ? `Nothing changed on ${plural(both, 'row')}`
      : `As good as before: ${plural(different, 'answer')} changed`;
  }
  return `${headOf(worse, better)}: ${plural(better, 'row')} got better, ${count(worse)} got worse`;
}

/** What chance alone could do as well is not called a fact. */
function headOf(worse: number, better: number): string {
  if (better === worse) return 'As good as before';
  const head = better > worse ? 'better' : 'worse';
  return mcnemar(better, worse).p < LEVEL ? `${head.charAt(0).toUpperCase()}${head.slice(1)}` : `Perhaps ${head}`;
}

const LEVEL = 0.05;

/**
 * Whether chance alone would do it: of the rows that changed, how likely is a split at least as uneven by tossing coins
 * (McNemar's exact test)?
 */
export function differenceSentence({ worse, better }: Counts): string {
  const changed = worse + better;
  if (changed === 0) return '';
  const { p } = mcnemar(better, worse);
  const chance = p >= 0.01 ? `p = ${p.toFixed(2)}` : 'p < 0.01';
  return p < LEVEL
    ? `Chance alone would hardly do this (${chance}).`
    : `Chance alone could do this (${chance}): ${plural(changed, 'row')} changed sides, too few to tell.`;
}
