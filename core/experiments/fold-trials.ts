import type { ComparedRow } from '../../contracts/comparison.ts';
import { groupedBy } from '../grouped-by.ts';

/** A row with its trials taken together: rows are the unit, however often each was called. */
export interface FoldedRow extends Pick<ComparedRow, 'sampleId' | 'rowIndex' | 'status' | 'cluster' | 'scores'> {
  /** The share of its trials that passed, of those with a verdict. */
  readonly passed?: number;
  readonly trials: number;
}

const folded = new WeakMap<readonly ComparedRow[], FoldedRow[]>();

/**
 * Trials that were skipped tell nothing; a row is skipped when all of its trials are. Rows are folded once: a variant's are
 * asked for with every other variant.
 */
export function foldTrials(rows: readonly ComparedRow[]): readonly FoldedRow[] {
  const known = folded.get(rows);
  if (known) return known;
  const found = [...groupedBy(rows, ({ sampleId }) => sampleId).values()].map(foldedRow);
  folded.set(rows, found);
  return found;
}

function foldedRow(trials: ComparedRow[]): FoldedRow {
  const called = trials.filter(({ status }) => status !== 'skipped');
  const { sampleId, rowIndex, cluster } = trials[0] as ComparedRow;
  const passed = meanOf(called.map((trial) => trial.passed));
  const isAnswered = called.some(({ status }) => status === 'succeeded');
  const status = called.length === 0 ? 'skipped' : isAnswered ? 'succeeded' : 'failed';
  return { sampleId, rowIndex, cluster, status, scores: meanScores(called), passed, trials: called.length };
}

function meanScores(called: readonly ComparedRow[]): ComparedRow['scores'] {
  const [only, ...others] = called;
  if (only && others.length === 0) return only.scores;
  const names = new Set(called.flatMap(({ scores }) => Object.keys(scores)));
  return Object.fromEntries([...names].map((name) => [name, meanOf(called.map((row) => row.scores[name])) ?? 0]));
}

function meanOf(values: readonly (number | boolean | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : known.reduce<number>((sum, value) => sum + Number(value), 0) / known.length;
}
