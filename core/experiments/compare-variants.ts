import type { ComparedVariant, Comparison, Difference } from '../../contracts/comparison.ts';
import { bradleyTerry } from '../statistics/bradley-terry.ts';
import { mcnemar } from '../statistics/mcnemar.ts';
import { alike } from './alike.ts';
import { effectsOf, type Pair, type RawEffect, settled } from './effect.ts';
import { findingsOf } from './findings.ts';
import { type FoldedRow, foldTrials } from './fold-trials.ts';
import { clustersOf, variantFigures } from './variant-figures.ts';

interface RowPair {
  readonly variant: FoldedRow;
  readonly baseline: FoldedRow;
}

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
  const ranking = rankingOf(variants);
  const comparison = { baseline: baselineName, leftOut, variants: figures, differences, ...(ranking && { ranking }) };
  return { ...comparison, findings: findingsOf(comparison) };
}

/** Rows that both have and that were called. */
function pairsOf(variant: ComparedVariant, baseline: ComparedVariant): RowPair[] {
  const others = new Map(foldTrials(baseline.rows).map((row) => [row.sampleId, row]));
  return foldTrials(variant.rows).flatMap((row) => {
    const other = others.get(row.sampleId);
    if (variant.notComparable?.has(row.sampleId)) return [];
    return other && row.status !== 'skipped' && other.status !== 'skipped' ? [{ variant: row, baseline: other }] : [];
  });
}

const isUnanswered = ({ variant, baseline }: RowPair): boolean =>
  variant.status !== 'succeeded' || baseline.status !== 'succeeded';

function passPair(pair: RowPair): Pair | undefined {
  const { variant, baseline } = pair;
  if (variant.passed === undefined || baseline.passed === undefined) return undefined;
  return { variant: variant.passed, baseline: baseline.passed, isUnanswered: isUnanswered(pair) };
}

function scorePair(pair: RowPair, evaluator: string): Pair | undefined {
  const [variant, baseline] = [pair.variant.scores[evaluator], pair.baseline.scores[evaluator]];
  if (variant === undefined || baseline === undefined) return undefined;
  return { variant, baseline, isUnanswered: false };
}

interface RawDifference extends Omit<Difference, 'passRate' | 'scores'> {
  readonly passRate?: RawEffect;
  readonly scores: Readonly<Record<string, RawEffect | undefined>>;
}

function differenceOf(
  variant: ComparedVariant,
  baseline: ComparedVariant,
  evaluators: readonly string[],
  seed: string,
): RawDifference {
  const pairs = pairsOf(variant, baseline);
  const columns = [
    pairs.map(passPair),
    ...evaluators.map((evaluator) => pairs.map((pair) => scorePair(pair, evaluator))),
  ];
  const clusters = clustersOf(pairs.map((pair) => pair.variant));
  const [passRate, ...scores] = effectsOf(columns, clusters, `${seed} ${variant.name} ${baseline.name}`);
  const changed = (by: -1 | 1) =>
    pairs
      .filter((pair) => Math.sign((pair.variant.passed ?? Number.NaN) - (pair.baseline.passed ?? Number.NaN)) === by)
      .sort((a, b) => a.variant.rowIndex - b.variant.rowIndex)
      .map((pair) => pair.variant.sampleId);
  const [worse, better] = [changed(-1), changed(1)];
  // McNemar's test is for rows that are called once and apart from each other; the permutation test is for all.
  const isPlain = !clusters && pairs.every((pair) => pair.variant.trials === 1 && pair.baseline.trials === 1);
  return {
    variant: variant.name,
    baseline: baseline.name,
    ...(passRate && { passRate, passRates: passRatesOf(pairs) }),
    ...(passRate && isPlain && { mcnemar: mcnemar(better.length, worse.length) }),
    scores: Object.fromEntries(evaluators.map((evaluator, index) => [evaluator, scores[index]])),
    worse,
    better,
  };
}

function passRatesOf(pairs: readonly RowPair[]): NonNullable<Difference['passRates']> {
  const graded = pairs.map(passPair).filter((pair) => pair !== undefined);
  const rate = (side: 'variant' | 'baseline') => graded.reduce((sum, pair) => sum + pair[side], 0) / graded.length;
  return { variant: rate('variant'), baseline: rate('baseline') };
}

/** Whether a variant passes more is what is asked first, of every variant; the scores are asked all together after that. */
function adjusted(differences: readonly RawDifference[], evaluators: readonly string[]): Difference[] {
  const passRates = settled(differences.map(({ passRate }) => passRate));
  const scores = settled(differences.flatMap((difference) => evaluators.map((name) => difference.scores[name])));
  return differences.map((difference, at) => ({
    ...difference,
    passRate: passRates[at],
    scores: Object.fromEntries(
      evaluators.flatMap((evaluator, index) => {
        const effect = scores[at * evaluators.length + index];
        return effect ? [[evaluator, effect]] : [];
      }),
    ),
  }));
}

/** Who beats whom, row by row: by passing, or by the mean of the scores where rows neither pass nor fail. */
function rankingOf(variants: readonly ComparedVariant[]): Comparison['ranking'] {
  if (variants.length < 3) return undefined;
  const wins = variants.map((a) =>
    variants.map((b) => {
      if (a === b) return 0;
      let won = 0;
      for (const pair of pairsOf(a, b)) {
        const [own, other] = [worthOf(pair.variant), worthOf(pair.baseline)];
        if (own === undefined || other === undefined) continue;
        if (own > other) won += 1;
        // A tie is half a win for each; a row that nobody answered is none.
        else if (own === other && !isUnanswered(pair)) won += 0.5;
      }
      return won;
    }),
  );
  const strengths = bradleyTerry(wins);
  if (!strengths) return undefined;
  return variants
    .map(({ name }, index) => {
      const strength = strengths[index] ?? 1;
      return { name, strength, winShare: strength / (strength + 1) };
    })
    .sort((a, b) => b.strength - a.strength);
}

function worthOf({ passed, scores }: FoldedRow): number | undefined {
  if (passed !== undefined) return passed;
  const values = Object.values(scores);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
