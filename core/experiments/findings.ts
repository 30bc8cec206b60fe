import type { Comparison, Difference, Effect, Interval, OtherWay } from '../../contracts/comparison.ts';
import { count, plural, usd } from '../format.ts';

type Figures = Omit<Difference, 'verdict' | 'headline'>;

/** The one verdict on a variant, which console, command line, API and reports all say. */
export function verdictOf(figures: Figures): Pick<Difference, 'verdict' | 'headline'> {
  const { variant, baseline } = figures;
  const asked = primaryOf(figures);
  if (!asked) return { verdict: 'not compared', headline: `${variant} and ${baseline} share no graded row` };
  const { effect, unit } = asked;
  // A pass rate counts errors. A score does not, and may be higher only because the hard rows had no answer.
  if (unit.evaluator && effect.disagrees) {
    const headline = `Whether ${variant} scores higher than ${baseline} depends on how errors count`;
    return { verdict: 'cannot tell', headline };
  }
  return { verdict: effect.verdict, headline: said(figures, effect, unit) };
}

/** The most important verdict of all. */
export function headlineOf(comparison: Pick<Comparison, 'differences' | 'baseline' | 'unfinished'>): string {
  const { differences, baseline, unfinished } = comparison;
  if (unfinished) return `So far: ${headlineOf({ differences, baseline })}`;
  const [only, ...others] = differences;
  if (!only) return `Nothing to compare with ${baseline}`;
  if (others.length === 0) return only.headline;
  const sizeOf = (difference: Difference) => Math.abs(primaryOf(difference)?.effect.difference ?? 0);
  const claims = differences.filter(({ verdict }) => verdict === 'better' || verdict === 'worse');
  const [largest] = claims.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  return largest?.headline ?? `No variant differs significantly from ${baseline}`;
}

/** The figures in plain words, undecided ones included. */
export function findingsOf({
  differences,
  leftOut,
  ranking,
  unfinished = [],
}: Pick<Comparison, 'differences' | 'leftOut' | 'ranking' | 'unfinished'>): string[] {
  return [
    ...aboutUnfinished(unfinished),
    ...differences.flatMap(aboutDifference),
    ...leftOut,
    ...differences.flatMap(aboutCost),
    ...aboutRanking(ranking),
  ];
}

function aboutUnfinished(unfinished: NonNullable<Comparison['unfinished']>): string[] {
  if (unfinished.length === 0) return [];
  const parts = unfinished.map(({ name, rows, planned }) => `${name} has ${count(rows)} of ${plural(planned, 'row')}`);
  return [`Not finished: ${parts.join(', ')}. The intervals are wider until then, and hold however often you look.`];
}

/** How a figure is written: a share in points, a score as it is. */
interface Unit {
  readonly evaluator?: string;
  readonly scale: number;
  readonly digits: number;
  readonly suffix: string;
}
const POINTS: Unit = { scale: 100, digits: 1, suffix: ' points' };
const scoreUnit = (evaluator: string): Unit => ({ evaluator, scale: 1, digits: 3, suffix: '' });

function primaryOf({ passRate, scores }: Figures): { effect: Effect; unit: Unit } | undefined {
  if (passRate) return { effect: passRate, unit: POINTS };
  const [first] = Object.entries(scores);
  return first && { effect: first[1], unit: scoreUnit(first[0]) };
}

function aboutDifference(figures: Difference): string[] {
  const { passRate, scores } = figures;
  const primary = primaryOf(figures);
  if (!primary) return [`${figures.headline}.`, ...aboutRest(figures)];
  const others = Object.entries(scores)
    .filter(([, effect]) => effect.verdict !== 'cannot tell' || effect.disagrees || !passRate)
    .map(([evaluator, effect]) => sentence(figures, effect, scoreUnit(evaluator)));
  return [...(passRate ? [sentence(figures, passRate, POINTS)] : []), ...others, ...aboutRest(figures)];
}

function sentence(figures: Figures, effect: Effect, unit: Unit): string {
  const { otherWay } = effect;
  if (effect.disagrees && otherWay) return dependsOnErrors(figures, effect, otherWay, unit);
  const { verdict, pairs } = effect;
  const head = said(figures, effect, unit, verdict !== 'cannot tell');
  if (verdict === 'cannot tell') return `${head}. ${power(effect, unit)}`;
  if (unit.evaluator) return `${head}, over ${plural(pairs, 'row')}.`;
  return `${head}: of ${plural(pairs, 'row')}, ${count(figures.better.length)} got better and ${count(figures.worse.length)} got worse.`;
}

/** What a figure says: "B is better than A by 18.3 points (95% CI 11.7–25.8)". */
function said(
  { variant, baseline }: Pick<Figures, 'variant' | 'baseline'>,
  effect: Pick<Effect, 'verdict' | 'difference' | 'interval' | 'adjustedP'> & Partial<Pick<Effect, 'wins' | 'losses'>>,
  unit: Unit,
  withP = false,
): string {
  const { verdict, difference, interval, adjustedP } = effect;
  const inWhat = unit.evaluator ? ` in ${unit.evaluator}` : '';
  const text = writer(unit, interval);
  if (verdict === 'cannot tell') {
    if (effect.wins === 0 && effect.losses === 0) return `No difference between ${variant} and ${baseline}${inWhat}`;
    const sign = difference > 0 ? '+' : '';
    const details = [...(interval ? [range(interval, text)] : []), chance(adjustedP)].join(', ');
    return `No significant difference between ${variant} and ${baseline}${inWhat}: ${sign}${text(difference)}${unit.suffix} (${details})`;
  }
  const isWorse = difference < 0;
  const shown = interval && (isWorse ? { low: -interval.high, high: -interval.low } : interval);
  const details = [...(shown ? [range(shown, text)] : []), ...(withP ? [chance(adjustedP)] : [])].join(', ');
  const claim = unit.evaluator ? `scores ${isWorse ? 'lower' : 'higher'}` : `is ${verdict}`;
  return `${variant} ${claim} than ${baseline}${inWhat} by ${text(Math.abs(difference))}${unit.suffix}${details && ` (${details})`}`;
}

/** As many digits as the interval is narrow: a difference is never written as 0.0 to 0.0. */
function writer({ scale, digits }: Unit, interval: Interval | undefined): (value: number) => string {
  const width = interval ? (interval.high - interval.low) * scale : 0;
  const needed = width > 0 ? Math.min(8, 1 - Math.floor(Math.log10(width))) : digits;
  return (value) => (value * scale).toFixed(Math.max(digits, needed)).replace('-', '−');
}

function range({ low, high }: Interval, text: (value: number) => string): string {
  return `95% CI ${text(low)}${low < 0 ? ' to ' : '–'}${text(high)}`;
}

const chance = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${p.toPrecision(2)}`);

function power({ pairs, difference, visibleDifference, rowsNeeded }: Effect, { scale, suffix }: Unit): string {
  const rows = plural(pairs, 'row');
  if (visibleDifference === undefined) return `${rows} cannot show a difference of any size.`;
  const size = visibleDifference * scale;
  const detect = `With ${rows} you can detect differences of about ${size >= 10 ? size.toFixed(0) : size.toPrecision(2)}${suffix}`;
  if (difference === 0) return `${detect}.`;
  if (rowsNeeded === undefined) return `${detect}; this one is not detectable in practice.`;
  return rowsNeeded > pairs ? `${detect}; detecting this one takes about ${count(rowsNeeded)} rows.` : `${detect}.`;
}

/** Both ways to count a call without an answer, where they do not say the same. */
function dependsOnErrors(figures: Figures, effect: Effect, otherWay: OtherWay, unit: Unit): string {
  const isLeftOut = otherWay.errors === 'left out';
  const [counted, answered] = isLeftOut ? [effect, otherWay] : [otherWay, effect];
  const what = unit.evaluator ? `the score in ${unit.evaluator}` : 'the pass rate';
  const way = (one: Effect | OtherWay) => said(figures, one, unit, one.verdict !== 'cannot tell');
  return `Careful: ${what} depends on how errors count. With errors as ${unit.evaluator ? '0' : 'failures'}, over ${plural(counted.pairs, 'row')}: ${way(counted)}. Over the ${plural(answered.pairs, 'row')} that both answered: ${way(answered)}.`;
}

/** Rows that are neither better nor worse. */
function aboutRest({ variant, baseline, errors, skipped, ungraded, passRate }: Difference): string[] {
  const only = [
    ...(errors.variant > 0 ? [`${plural(errors.variant, 'row')} in ${variant} only`] : []),
    ...(errors.baseline > 0 ? [`${plural(errors.baseline, 'row')} in ${baseline} only`] : []),
  ];
  const left = [
    ...(skipped > 0 ? [`${plural(skipped, 'row')} skipped in one of the two`] : []),
    ...(ungraded > 0 && passRate ? [`${plural(ungraded, 'row')} not graded in one of the two`] : []),
  ];
  return [
    ...(only.length > 0 ? [`Ended in an error: ${only.join(', ')}.`] : []),
    ...(left.length > 0 ? [`Not compared: ${left.join(', ')}.`] : []),
  ];
}

function aboutCost({ variant, baseline, costs }: Difference): string[] {
  if (!costs || costs.baseline === 0 || costs.variant === 0) return [];
  const ratio = costs.variant / costs.baseline;
  if (ratio > 0.95 && ratio < 1.05) return [];
  const times = ratio > 1 ? `${ratio.toFixed(1)} times as much as` : `${Math.round(ratio * 100)}% of`;
  const means = `${usd(costs.variant)} and ${usd(costs.baseline)} on average over ${plural(costs.rows, 'row')}`;
  return [
    `A row of ${variant} costs ${times}${ratio > 1 ? '' : ' what'} a row of ${baseline}${ratio > 1 ? '' : ' costs'} (${means}).`,
  ];
}

/** A rank is said only where it is beyond chance. */
function aboutRanking(ranking: Comparison['ranking']): string[] {
  if (!ranking) return [];
  const ranks = [...new Set(ranking.map(({ rank }) => rank))];
  const names = (rank: number) => ranking.filter((one) => one.rank === rank).map(({ name }) => name);
  if (ranks.length === 1) return [`No ranking: ${names(1).join(', ')} are tied.`];
  const places = ranks.map((rank) => `${rank}. ${names(rank).join(', ')}${names(rank).length > 1 ? ' (tied)' : ''}`);
  return [`Ranking, row by row: ${places.join('; ')}.`];
}
