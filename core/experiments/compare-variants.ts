import type { ComparedVariant, Comparison, Difference, Effect, OtherWay } from '../../contracts/comparison.ts';
import { mcnemar } from '../statistics/mcnemar.ts';
import { alike } from './alike.ts';
import { effectsOf, type Pair, type RawEffect, settled } from './effect.ts';
import { findingsOf, headlineOf, verdictOf } from './findings.ts';
import type { FoldedRow } from './fold-trials.ts';
import { rankingOf } from './ranking.ts';
import { changesBetween, costsOf, isUnanswered, pairsOf, type RowPair } from './row-pairs.ts';
import { clustersOf, variantFigures } from './variant-figures.ts';

/** All figures of an experiment. The same rows give the same figures. */
export function compareVariants(given: readonly ComparedVariant[], baselineName: string): Comparison {
  const { variants, leftOut } = alike(given, baselineName);
  const baseline = variants.find(({ name }) => name === baselineName);
  if (!baseline) throw new Error(`There is no variant ${baselineName}.`);
  const others = variants.filter((variant) => variant !== baseline);
  const evaluators = [...new Set(variants.flatMap(({ rows }) => rows.flatMap((row) => Object.keys(row.scores))))];
  const seed = 'rollcall';
  const raw = others.map((variant) => differenceOf(variant, baseline, evaluators, seed));
  const differences = adjusted(raw, evaluators);
  const figures = variants.map((variant) => variantFigures(variant, evaluators));
  const unfinished = unfinishedOf(variants);
  const ranking = unfinished.length === 0 ? rankingOf(variants, differences) : undefined;
  const comparison = {
    baseline: baselineName,
    leftOut,
    variants: figures,
    ...(unfinished.length > 0 && { unfinished }),
    differences,
    ...(ranking && { ranking }),
  };
  return { ...comparison, headline: headlineOf(comparison), findings: findingsOf(comparison) };
}

const unfinishedOf = (variants: readonly ComparedVariant[]): NonNullable<Comparison['unfinished']> =>
  variants.flatMap(({ name, rows, planned }) =>
    planned === undefined ? [] : [{ name, rows: new Set(rows.map(({ sampleId }) => sampleId)).size, planned }],
  );

function passPair(pair: RowPair): Pair | undefined {
  const { variant, baseline } = pair;
  if (variant.passed === undefined || baseline.passed === undefined) return undefined;
  return { variant: variant.passed, baseline: baseline.passed, isUnanswered: isUnanswered(pair) };
}

/** Of rows that both answered. */
const answeredPair = (pair: RowPair): Pair | undefined => (isUnanswered(pair) ? undefined : passPair(pair));

const scorePair =
  (evaluator: string) =>
  (pair: RowPair): Pair | undefined => {
    const [variant, baseline] = [pair.variant.scores[evaluator], pair.baseline.scores[evaluator]];
    if (variant === undefined || baseline === undefined) return undefined;
    return { variant, baseline, isUnanswered: false };
  };

/** A call without an answer scores 0. */
const scorePairWithErrors =
  (evaluator: string) =>
  (pair: RowPair): Pair | undefined => {
    const scoreOf = ({ status, scores }: FoldedRow) => (status === 'failed' ? 0 : scores[evaluator]);
    const [variant, baseline] = [scoreOf(pair.variant), scoreOf(pair.baseline)];
    if (variant === undefined || baseline === undefined) return undefined;
    return { variant, baseline, isUnanswered: isUnanswered(pair) };
  };

interface RawEffects {
  readonly effect?: RawEffect;
  readonly otherWay?: RawEffect;
}

interface RawDifference extends Omit<Difference, 'passRate' | 'scores' | 'verdict' | 'headline'> {
  readonly passRate: RawEffects;
  readonly scores: readonly RawEffects[];
}

function differenceOf(
  variant: ComparedVariant,
  baseline: ComparedVariant,
  evaluators: readonly string[],
  seed: string,
): RawDifference {
  const pairs = pairsOf(variant, baseline);
  const clusters = clustersOf(pairs.map((pair) => pair.variant));
  const planned = [variant.planned, baseline.planned].filter((rows) => rows !== undefined);
  const plannedRows = planned.length > 0 ? Math.max(...planned) : undefined;
  const asked = [passPair, ...evaluators.map(scorePair)];
  const effects = (columns: readonly (readonly (Pair | undefined)[])[]) =>
    effectsOf(columns, clusters, `${seed} ${variant.name} ${baseline.name}`, plannedRows);
  const own = effects(asked.map((pairOf) => pairs.map(pairOf)));
  // Without an error both ways of counting errors are one.
  const others = pairs.some(isUnanswered)
    ? effects([pairs.map(answeredPair), ...evaluators.map((name) => pairs.map(scorePairWithErrors(name)))])
    : [];
  const [passRate = {}, ...scores] = own.map((effect, index): RawEffects => ({ effect, otherWay: others[index] }));
  const { errors, ...changes } = changesBetween(variant, baseline);
  const costs = costsOf(variant, baseline);
  // McNemar's test is for rows that are called once and apart from each other, all of them; the permutation test is for all kinds.
  const isPlain =
    !clusters &&
    plannedRows === undefined &&
    pairs.every((pair) => pair.variant.trials === 1 && pair.baseline.trials === 1);
  return {
    variant: variant.name,
    baseline: baseline.name,
    passRate,
    ...(passRate.effect && { passRates: passRatesOf(pairs) }),
    ...(passRate.effect && isPlain && { mcnemar: mcnemar(passRate.effect.wins, passRate.effect.losses) }),
    scores,
    ...changes,
    errors,
    ...(costs && { costs }),
  };
}

function passRatesOf(pairs: readonly RowPair[]): NonNullable<Difference['passRates']> {
  const graded = pairs.map(passPair).filter((pair) => pair !== undefined);
  const rate = (side: 'variant' | 'baseline') => graded.reduce((sum, pair) => sum + pair[side], 0) / graded.length;
  return { variant: rate('variant'), baseline: rate('baseline') };
}

/** Whether a variant passes more is what is asked first, of every variant; the scores are asked all together after that. */
function adjusted(differences: readonly RawDifference[], evaluators: readonly string[]): Difference[] {
  const passRates = bothWays(
    differences.map(({ passRate }) => passRate),
    'left out',
  );
  const scores = bothWays(
    differences.flatMap((difference) => difference.scores),
    'as failures',
  );
  return differences.map((difference, index) => {
    const first = index * evaluators.length;
    const own = scores.slice(first, first + evaluators.length);
    const figures = {
      ...difference,
      passRate: passRates[index],
      scores: Object.fromEntries(evaluators.flatMap((name, at) => (own[at] ? [[name, own[at]]] : []))),
    };
    return { ...figures, ...verdictOf(figures) };
  });
}

/** Each effect with the other way to count errors, where that is another figure, and whether the two disagree. */
function bothWays(effects: readonly RawEffects[], errors: OtherWay['errors']): (Effect | undefined)[] {
  const others = settled(effects.map(({ otherWay }) => otherWay));
  return settled(effects.map(({ effect }) => effect)).map((effect, index) => {
    const other = others[index];
    if (!effect || !other || (other.pairs === effect.pairs && other.difference === effect.difference)) return effect;
    const { pairs, difference, interval, adjustedP, verdict } = other;
    const otherWay: OtherWay = { errors, pairs, difference, ...(interval && { interval }), adjustedP, verdict };
    return { ...effect, otherWay, disagrees: verdict !== effect.verdict };
  });
}
