import type { ComparedRow, ComparedVariant, Interval, VariantFigures } from '../../contracts/comparison.ts';
import { HUMAN } from '../../contracts/human.ts';
import { agreementOf } from '../scoring/agreement.ts';
import { quantileInterval } from '../statistics/quantile-interval.ts';
import { shareInterval } from '../statistics/share-interval.ts';
import { meansOf, unitsOf } from '../statistics/units.ts';

/** The figures of one variant by itself. */
export function variantFigures(
  { name, evaluationId, rows, planned }: ComparedVariant,
  evaluators: readonly string[],
): VariantFigures {
  const count = (status: ComparedRow['status']) => rows.filter((row) => row.status === status).length;
  // A row that was never called neither passed nor failed.
  const judged = rows.filter((row) => row.passed !== undefined && row.status !== 'skipped');
  const passed = judged.filter((row) => row.passed).length;
  const units = unitsOf(
    rows.map((row) => [
      ...evaluators.map((evaluator) => row.scores[evaluator]),
      row.passed === undefined || row.status === 'skipped' ? undefined : Number(row.passed),
    ]),
    evaluators.length + 1,
    clustersOf(rows),
  );
  const means = meansOf(units);
  const intervals = units.columns.map((column) => shareInterval(column, { planned }));
  const scores: Record<string, { mean: number; scored: number; interval?: Interval }> = {};
  for (const [index, evaluator] of evaluators.entries()) {
    const scored = rows.filter((row) => row.scores[evaluator] !== undefined).length;
    const interval = intervals[index];
    if (scored > 0) scores[evaluator] = { mean: means[index] ?? 0, scored, ...(interval && { interval }) };
  }
  const interval = intervals[evaluators.length];
  const marked = rows.flatMap(({ rowIndex, verdicts }) =>
    verdicts?.[HUMAN] === undefined ? [] : [{ rowIndex, verdicts }],
  );
  const costs = numbers(rows, (row) => row.costUsd);
  return {
    name,
    evaluationId,
    rows: rows.length,
    answered: count('succeeded'),
    failed: count('failed'),
    skipped: count('skipped'),
    passed,
    compared: judged.length,
    ...(judged.length > 0 && { passRate: passed / judged.length }),
    ...(judged.length > 0 && interval && { passRateInterval: interval }),
    scores,
    ...(marked.length > 0 && { agreement: agreementOf(marked) }),
    ...latency(rows),
    tokens: numbers(rows, (row) => row.tokens).reduce(add, 0),
    ...(costs.length > 0 && { costUsd: costs.reduce(add, 0) }),
  };
}

const add = (sum: number, value: number): number => sum + value;

const numbers = (rows: readonly ComparedRow[], of: (row: ComparedRow) => number | undefined): number[] =>
  rows.map(of).filter((value) => value !== undefined);

function latency(all: readonly ComparedRow[]): Pick<VariantFigures, 'latencyMs' | 'latencyIntervals'> {
  const rows = all.filter((row) => row.latencyMs !== undefined);
  if (rows.length === 0) return { latencyMs: {} };
  const sorted = Float64Array.from(numbers(rows, (row) => row.latencyMs)).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
  // Calls of one row, or of rows that belong together, are taken to say what one says: what they have in common is not known.
  const units = new Set(clustersOf(rows)).size || rows.length;
  const [p50, p95] = [quantileInterval(sorted, 0.5, units), quantileInterval(sorted, 0.95, units)];
  return {
    latencyMs: { mean: Math.round(sorted.reduce(add, 0) / sorted.length), p50: at(0.5), p95: at(0.95) },
    latencyIntervals: { ...(p50 && { p50 }), ...(p95 && { p95 }) },
  };
}

/** Undefined where every row is for itself. Trials of a row belong together. */
export function clustersOf(rows: readonly Pick<ComparedRow, 'sampleId' | 'cluster'>[]): string[] | undefined {
  const clusters = rows.map((row) => (row.cluster === undefined ? `row ${row.sampleId}` : `cluster ${row.cluster}`));
  return new Set(clusters).size === rows.length ? undefined : clusters;
}
