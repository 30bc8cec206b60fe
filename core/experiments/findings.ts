import type { Comparison, Difference, Effect, Interval } from '../../contracts/comparison.ts';
import { leavesZeroOut } from './effect.ts';

/** The figures in plain words, an honest "cannot tell" included. */
export function findingsOf({ differences, variants, ranking }: Omit<Comparison, 'findings'>): string[] {
  const sentences = differences.flatMap((difference) => [
    ...(difference.passRate ? [aboutPassRate(difference, difference.passRate)] : []),
    ...Object.entries(difference.scores)
      .filter(([, effect]) => effect.verdict !== 'cannot tell' || !difference.passRate)
      .map(([evaluator, effect]) => aboutScore(difference, evaluator, effect)),
  ]);
  const costs = differences.flatMap(({ variant, baseline }) => aboutCost(variant, baseline, variants));
  const first = ranking?.[0];
  const best = first ? [`Ranked row by row, ${ranking.map(({ name }) => name).join(' > ')}.`] : [];
  return [...sentences, ...costs, ...best];
}

const points = (value: number): string => (value * 100).toFixed(1);
const signed = (value: number): string => `${value >= 0 ? '+' : '−'}${points(Math.abs(value))}`;
const chance = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`);

/** From low to high in the direction of the finding: "1.2 to 7.0" better, or worse. */
function range({ low, high }: Interval, isWorse: boolean, text: (value: number) => string): string {
  const [from, to] = isWorse ? [-high, -low] : [low, high];
  return `, 95 % interval ${text(from)} to ${text(to)}`;
}

function aboutPassRate({ variant, baseline }: Difference, effect: Effect): string {
  const { difference, interval, pairs, adjustedP, wins, losses } = effect;
  if (effect.verdict === 'cannot tell') return cannotTell(`${variant} passes as many rows as ${baseline}`, effect);
  const isWorse = effect.verdict === 'worse';
  const by = `${points(Math.abs(difference))} points of pass rate`;
  const between = interval ? range(interval, isWorse, points) : '';
  return `${variant} is ${effect.verdict} than ${baseline} by ${by}${between} (${chance(adjustedP)}, ${pairs} rows; ${wins} got better, ${losses} got worse).`;
}

function aboutScore({ variant, baseline }: Difference, evaluator: string, effect: Effect): string {
  const { difference, interval, adjustedP, pairs } = effect;
  if (effect.verdict === 'cannot tell') return cannotTell(`${variant} and ${baseline} differ in ${evaluator}`, effect);
  const between = interval ? range(interval, difference < 0, (value) => value.toFixed(3)) : '';
  return `${variant} scores ${difference > 0 ? 'higher' : 'lower'} than ${baseline} in ${evaluator}, by ${Math.abs(difference).toFixed(3)}${between} (${chance(adjustedP)}, ${pairs} rows).`;
}

function cannotTell(question: string, effect: Effect): string {
  const { difference, interval, adjustedP, pairs, visibleDifference, rowsNeeded } = effect;
  if (effect.wins + effect.losses === 0) return `Cannot tell whether ${question}: no row of ${pairs} tells them apart.`;
  const between = interval ? `95 % interval ${signed(interval.low)} to ${signed(interval.high)}, ` : '';
  const but = leavesZeroOut(interval) ? ' The interval leaves 0 out, but chance gives as much too often.' : '';
  const seen = visibleDifference
    ? ` ${pairs} rows show a difference of about ${points(visibleDifference)} points or more`
    : '';
  const needed = rowsNeeded && rowsNeeded > pairs ? `; to see one of this size, take about ${rowsNeeded} rows` : '';
  return `Cannot tell whether ${question}: the difference is ${signed(difference)} points (${between}${chance(adjustedP)}).${but}${seen ? `${seen}${needed}.` : ''}`;
}

/** Only where both say what they cost. */
function aboutCost(variant: string, baseline: string, variants: Comparison['variants']): string[] {
  const [own, other] = [variant, baseline].map((name) => variants.find((figures) => figures.name === name));
  if (!own?.costUsd || !other?.costUsd || own.rows === 0 || other.rows === 0) return [];
  const ratio = own.costUsd / own.rows / (other.costUsd / other.rows);
  if (ratio > 0.95 && ratio < 1.05) return [];
  const times = ratio > 1 ? `${ratio.toFixed(1)} times` : `${Math.round(ratio * 100)} % of`;
  return [`A row of ${variant} costs ${times} what one of ${baseline} costs.`];
}
