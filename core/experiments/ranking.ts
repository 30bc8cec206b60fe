import type { ComparedVariant, Difference, Ranked } from '../../contracts/comparison.ts';
import { bradleyTerry } from '../statistics/bradley-terry.ts';
import { mcnemar } from '../statistics/mcnemar.ts';
import { solve } from '../statistics/solve.ts';
import { Z95 } from '../statistics/z95.ts';
import { holm } from './effect.ts';
import type { FoldedRow } from './fold-trials.ts';
import { isUnanswered, pairsOf } from './row-pairs.ts';

/** What two variants won from each other, by unit: a row, or rows that belong together. */
interface Games {
  readonly a: number;
  readonly b: number;
  readonly units: ReadonlyMap<string, { won: number; games: number }>;
}

/**
 * Variants by their Bradley–Terry strength. Two are apart only if an exact sign test over the rows, adjusted for all pairs
 * (Holm), says so; variants that cannot be told apart are tied and share a rank.
 */
export function rankingOf(
  variants: readonly ComparedVariant[],
  differences: readonly Difference[],
): Ranked[] | undefined {
  if (variants.length < 3) return undefined;
  const games = variants.flatMap((_, a) => variants.slice(a + 1).map((_, at) => gamesOf(variants, a, a + 1 + at)));
  const wins = variants.map(() => variants.map(() => 0));
  for (const { a, b, units } of games) {
    for (const { won, games: played } of units.values()) {
      add(wins, a, b, won);
      add(wins, b, a, played - won);
    }
  }
  if (wins.flat().every((won) => won === 0)) return undefined;
  // Where one wins everything, its strength has no bound; half a win to each side gives it one.
  const strengths =
    bradleyTerry(wins) ?? bradleyTerry(wins.map((row, a) => row.map((won, b) => (a === b ? 0 : won + 0.5))));
  if (!strengths) return undefined;
  const errors = standardErrors(strengths, games);
  const isApart = apart(variants, games, strengths, differences);
  const order = [...strengths.keys()].sort((a, b) => at(strengths, b) - at(strengths, a));
  const groups: number[][] = [];
  for (const [place, next] of order.entries()) {
    const [above, below] = [order.slice(0, place), order.slice(place)];
    if (above.every((high) => below.every((low) => isApart(high, low)))) groups.push([next]);
    else groups.at(-1)?.push(next);
  }
  const nameOf = (index: number): string => variants[index]?.name ?? '';
  return groups.flatMap((group, before) => {
    const rank = 1 + groups.slice(0, before).flat().length;
    return group.map((index): Ranked => {
      const strength = at(strengths, index);
      const share = (log: number) => 1 / (1 + Math.exp(-log));
      const [log, reach] = [Math.log(strength), Z95 * at(errors, index)];
      return {
        name: nameOf(index),
        rank,
        tied: group.filter((other) => other !== index).map(nameOf),
        strength,
        winShare: share(log),
        winShareInterval: { low: share(log - reach), high: share(log + reach) },
      };
    });
  });
}

const at = (values: readonly number[], index: number): number => values[index] ?? 0;

function add(matrix: number[][], row: number, column: number, by: number): void {
  const values = matrix[row];
  if (values) values[column] = at(values, column) + by;
}

/** A tie is half a win for each; a row without an answer is not a tie. */
function gamesOf(variants: readonly ComparedVariant[], a: number, b: number): Games {
  const units = new Map<string, { won: number; games: number }>();
  const [one, other] = [variants[a], variants[b]];
  for (const pair of one && other ? pairsOf(one, other) : []) {
    const [own, its] = [worthOf(pair.variant), worthOf(pair.baseline)];
    if (own === undefined || its === undefined || (own === its && isUnanswered(pair))) continue;
    const key = pair.variant.cluster === undefined ? `row ${pair.variant.sampleId}` : `cluster ${pair.variant.cluster}`;
    const unit = units.get(key) ?? { won: 0, games: 0 };
    unit.won += own > its ? 1 : own === its ? 0.5 : 0;
    unit.games += 1;
    units.set(key, unit);
  }
  return { a, b, units };
}

/** A row goes by passing, or by the mean of its scores where it neither passed nor failed. */
function worthOf({ passed, scores }: FoldedRow): number | undefined {
  if (passed !== undefined) return passed;
  const values = Object.values(scores);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Whether one variant beats another beyond chance. A difference that is called undecided elsewhere is no rank here. */
function apart(
  variants: readonly ComparedVariant[],
  games: readonly Games[],
  strengths: readonly number[],
  differences: readonly Difference[],
): (high: number, low: number) => boolean {
  const ps = holm(
    games.map(({ units }) => {
      const nets = [...units.values()].map(({ won, games: played }) => Math.sign(won - played / 2));
      return mcnemar(nets.filter((net) => net > 0).length, nets.filter((net) => net < 0).length).p;
    }),
  );
  const isUndecided = (a: number, b: number) => {
    const names = [variants[a]?.name, variants[b]?.name];
    const found = differences.find(({ variant, baseline }) => names.includes(variant) && names.includes(baseline));
    return found?.passRate?.verdict === 'cannot tell';
  };
  return (high, low) => {
    const index = games.findIndex(({ a, b }) => (a === high && b === low) || (a === low && b === high));
    return (ps[index] ?? 1) <= 0.05 && at(strengths, high) > at(strengths, low) && !isUndecided(high, low);
  };
}

/**
 * Standard errors of the log strengths: the sandwich estimate with rows as units, which holds for rows that belong together.
 * A win to either side is added to each pair, so that no interval has zero width.
 */
function standardErrors(strengths: readonly number[], games: readonly Games[]): number[] {
  const size = strengths.length;
  const square = () => strengths.map(() => strengths.map(() => 0));
  // The strengths' mean is fixed, which this makes up for.
  const information = strengths.map(() => strengths.map(() => 1 / size));
  const scores = new Map<string, number[]>();
  const spread = square();
  const addPair = (matrix: number[][], a: number, b: number, by: number) => {
    for (const [row, column, sign] of [
      [a, a, 1],
      [b, b, 1],
      [a, b, -1],
      [b, a, -1],
    ] as const) {
      add(matrix, row, column, sign * by);
    }
  };
  for (const { a, b, units } of games) {
    const chance = at(strengths, a) / (at(strengths, a) + at(strengths, b));
    let played = 0;
    for (const [key, unit] of units) {
      played += unit.games;
      const score = scores.get(key) ?? strengths.map(() => 0);
      const by = unit.won - unit.games * chance;
      score[a] = at(score, a) + by;
      score[b] = at(score, b) - by;
      scores.set(key, score);
    }
    addPair(information, a, b, played * chance * (1 - chance));
    addPair(spread, a, b, (1 - chance) ** 2 + chance ** 2);
  }
  for (const score of scores.values()) {
    for (const [row, x] of score.entries()) for (const [column, y] of score.entries()) add(spread, row, column, x * y);
  }
  const inverse = information.map((_, index) =>
    solve(
      information,
      information.map((_, row) => Number(row === index)),
    ),
  );
  const product = (x: readonly number[][], y: readonly number[][]) =>
    x.map((row) => row.map((_, column) => row.reduce((sum, value, k) => sum + value * at(y[k] ?? [], column), 0)));
  const covariance = product(product(inverse, spread), inverse);
  return covariance.map((row, index) => Math.sqrt(Math.max(0, at(row, index))));
}
