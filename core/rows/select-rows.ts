import type { IndexRow, RowSort } from '../../contracts/api/rows.ts';
import { scoreOfRow, scoresOfRow, type Weights } from './scores-of-row.ts';
import { segmentOf, segmentsOfRow } from './segments.ts';

export interface RowSelection {
  /** `-latency`: largest first. */
  readonly sort: string;
  readonly filter?: string;
  readonly search?: string;
  /** Of the run's evaluators, for the score of a row. */
  readonly weights?: Weights;
}

type Test = (row: IndexRow) => boolean;

const is = (read: (row: IndexRow) => unknown) => (value: string) => (row: IndexRow) =>
  String(read(row) ?? 'none') === value;

/** The parts a filter may have, and what each asks of a row. */
const TESTS: Readonly<Record<string, (value: string) => Test>> = {
  status: is((row) => row.status),
  passed: is((row) => row.passed),
  error: is((row) => row.errorName),
  class: is((row) => row.errorClass),
  failedBy: (evaluator) => (row) => scoresOfRow(row)[evaluator]?.passed === false,
  passedBy: (evaluator) => (row) => scoresOfRow(row)[evaluator]?.passed === true,
  slowerThan: (milliseconds) => (row) => row.latencyMs !== null && row.latencyMs > Number(milliseconds),
  variant: is((row) => row.variant),
  segment: (given) => {
    const [column = '', value = ''] = segmentOf(given);
    return (row) => segmentsOfRow(row)[column] === value;
  },
};

type Value = number | string | null;
const VALUES: Readonly<Record<RowSort, (row: IndexRow, weights?: Weights) => Value>> = {
  row: (row) => row.rowIndex,
  status: (row) => `${row.status} ${row.passed ?? ''}`,
  input: (row) => row.input,
  expected: (row) => row.expected,
  answer: (row) => row.actualOutput ?? row.errorName,
  score: scoreOfRow,
  latency: (row) => row.latencyMs,
  cost: (row) => row.costUsd,
  tokens: (row) => row.totalTokens,
  attempts: (row) => row.attempts,
  model: (row) => row.variant,
};

/** Texts are compared by their beginning, so that a place in a list fits into a cursor. */
const COMPARED_CHARACTERS = 200;

/** Where a row stands in a sorted list, whatever comes before it later: its value, row, trial and model. */
export type RowPlace = readonly [value: Value, rowIndex: number, trial: number, variant: string];

/** Rows that fit, in the order asked for; equal ones in row order, those without the value last. */
export function selectRows(rows: readonly IndexRow[], selection: RowSelection): IndexRow[] {
  const { filter, search } = selection;
  const tests = [...(filter ? filter.split(',').map(testOf) : []), ...(search ? [searchFor(search)] : [])];
  return rows
    .filter((row) => tests.every((test) => test(row)))
    .map((row) => ({ row, place: placeOfRow(row, selection) }))
    .sort((a, b) => comparePlaces(a.place, b.place, selection))
    .map(({ row }) => row);
}

export function placeOfRow(row: IndexRow, { sort, weights }: RowSelection): RowPlace {
  const value = VALUES[sort.replace('-', '') as RowSort](row, weights);
  const compared = typeof value === 'string' ? value.slice(0, COMPARED_CHARACTERS) : value;
  return [compared, row.rowIndex, row.trial, row.variant];
}

export const comparePlaces = (a: RowPlace, b: RowPlace, { sort }: Pick<RowSelection, 'sort'>): number =>
  compare(a[0], b[0], sort.startsWith('-')) || a[1] - b[1] || a[2] - b[2] || a[3].localeCompare(b[3]);

/** Why a filter is none, if so. */
export function problemOfFilter(filter: string): string | undefined {
  const wrong = filter.split(',').find((part) => !Object.hasOwn(TESTS, part.slice(0, part.indexOf(':'))));
  if (wrong === undefined) return undefined;
  return `filter has ${JSON.stringify(wrong)}; each part must be field:value, with a field of ${Object.keys(TESTS).join(', ')}`;
}

function testOf(part: string): Test {
  const at = part.indexOf(':');
  return TESTS[part.slice(0, at)]?.(part.slice(at + 1)) ?? (() => false);
}

function searchFor(search: string): Test {
  const wanted = search.toLowerCase();
  return (row) =>
    [row.sampleId, row.input, row.expected, row.actualOutput, row.errorName, row.errorMessage].some((text) =>
      text?.toLowerCase().includes(wanted),
    );
}

/** Results of one row: by trial, and by the model that has answered. */
export const inRow = (a: IndexRow, b: IndexRow): number => a.trial - b.trial || a.variant.localeCompare(b.variant);

function compare(a: Value, b: Value, descending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (a === b) return 0;
  return a < b === descending ? 1 : -1;
}
