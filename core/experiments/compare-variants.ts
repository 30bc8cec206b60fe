import type { ComparedRow, ComparedVariant, Comparison, Difference, Effect } from '../../contracts/comparison.ts';
import { bradleyTerry } from '../statistics/bradley-terry.ts';
import { mcnemar } from '../statistics/mcnemar.ts';
import { effectsOf, holm, type Pair, verdictOn } from './effect.ts';
import { findingsOf } from './findings.ts';
import { clustersOf, variantFigures } from './variant-figures.ts';

interface RowPair {
  readonly variant: ComparedRow;
  readonly baseline: ComparedRow;
}

/** All figures of an experiment. The same rows give the same figures. */
export function compareVariants(variants: readonly ComparedVariant[], baselineName: string): Comparison {
  const baseline = variants.find(({ name }) => name === baselineName);
  if (!baseline) throw new Error(`There is no variant ${baselineName}.`);
  const others = variants.filter((variant) => variant !== baseline);
  const evaluators = [...new Set(variants.flatMap(({ rows }) => rows.flatMap((row) => Object.keys(row.scores))))];
  const seed = 'rollcall';
  const raw = others.map((variant) => differenceOf(variant, baseline, evaluators, seed));
  const differences = adjusted(raw, evaluators);
  const figures = variants.map((variant) => variantFigures(variant, evaluators));
  const ranking = rankingOf(variants);
  const comparison = { baseline: baselineName, variants: figures, differences, ...(ranking && { ranking }) };
  return { ...comparison, findings: findingsOf(comparison) };
}

/** Rows that both have and that were called. */
function pairsOf(variant: ComparedVariant, baseline: ComparedVariant): RowPair[] {
  const keyOf = ({ sampleId, trial = 0 }: ComparedRow) => `${trial} ${sampleId}`;
  const others = new Map(baseline.rows.map((row) => [keyOf(row), row]));
  return variant.rows.flatMap((row) => {
    const other = others.get(keyOf(row));
    return other && row.status !== 'skipped' && other.status !== 'skipped' ? [{ variant: row, baseline: other }] : [];
  });
}

const isUnanswered = ({ variant, baseline }: RowPair): boolean =>
  variant.status !== 'succeeded' || baseline.status !== 'succeeded';

function passPair(pair: RowPair): Pair | undefined {
  const { variant, baseline } = pair;
  if (variant.passed === undefined || baseline.passed === undefined) return undefined;
  return { variant: Number(variant.passed), baseline: Number(baseline.passed), isUnanswered: isUnanswered(pair) };
}

function scorePair(pair: RowPair, evaluator: string): Pair | undefined {
  const [variant, baseline] = [pair.variant.scores[evaluator], pair.baseline.scores[evaluator]];
  if (variant === undefined || baseline === undefined) return undefined;
  return { variant, baseline, isUnanswered: false };
}

type RawEffect = Omit<Effect, 'adjustedP' | 'verdict'>;

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
  const changed = (from: boolean) =>
    pairs
      .filter((pair) => pair.baseline.passed === from && pair.variant.passed === !from)
      .sort((a, b) => a.variant.rowIndex - b.variant.rowIndex)
      .map((pair) => pair.variant.sampleId);
  const [worse, better] = [changed(true), changed(false)];
  return {
    variant: variant.name,
    baseline: baseline.name,
    ...(passRate && { passRate, passRates: passRatesOf(pairs), mcnemar: mcnemar(better.length, worse.length) }),
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

/** Each figure is asked of every variant: the more variants, the more often chance alone would find something. */
function adjusted(differences: readonly RawDifference[], evaluators: readonly string[]): Difference[] {
  const settle = (effects: readonly (RawEffect | undefined)[]): (Effect | undefined)[] => {
    const there = effects.filter((effect) => effect !== undefined);
    const ps = holm(there.map(({ p }) => p));
    return effects.map((effect) => {
      if (!effect) return undefined;
      const withP = { ...effect, adjustedP: ps[there.indexOf(effect)] ?? 1 };
      return { ...withP, verdict: verdictOn(withP) };
    });
  };
  const passRates = settle(differences.map(({ passRate }) => passRate));
  const scores = evaluators.map((evaluator) => settle(differences.map((difference) => difference.scores[evaluator])));
  return differences.map((difference, at) => ({
    ...difference,
    passRate: passRates[at],
    scores: Object.fromEntries(
      evaluators.flatMap((evaluator, index) => {
        const effect = scores[index]?.[at];
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

function worthOf({ passed, scores }: ComparedRow): number | undefined {
  if (passed !== undefined) return Number(passed);
  const values = Object.values(scores);
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
