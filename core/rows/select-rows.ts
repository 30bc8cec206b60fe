import type { IndexRow, RowSort } from '../../contracts/api/rows.ts';

export interface RowSelection {
  /** `-latency`: largest first. */
  readonly sort: string;
  readonly filter?: string;
  readonly search?: string;
}

type Test = (row: IndexRow) => boolean;

/** The fields a filter may name. */
const FIELDS: Readonly<Record<string, (row: IndexRow) => unknown>> = {
  status: (row) => row.status,
  passed: (row) => row.passed,
  error: (row) => row.errorName,
  class: (row) => row.errorClass,
};

const VALUES: Readonly<Record<RowSort, (row: IndexRow) => number | string | null>> = {
  row: (row) => row.rowIndex,
  status: (row) => row.status,
  latency: (row) => row.latencyMs,
  cost: (row) => row.costUsd,
  tokens: (row) => row.totalTokens,
  attempts: (row) => row.attempts,
};

/** Rows that fit, in the order asked for; equal ones in row order, those without the value last. */
export function selectRows(rows: readonly IndexRow[], { sort, filter, search }: RowSelection): IndexRow[] {
  const tests = [...(filter ? filter.split(',').map(testOf) : []), ...(search ? [searchFor(search)] : [])];
  const fitting = rows.filter((row) => tests.every((test) => test(row)));
  const descending = sort.startsWith('-');
  const sorted = VALUES[sort.replace('-', '') as RowSort];
  return fitting.sort(
    (a, b) => compare(sorted(a), sorted(b), descending) || a.rowIndex - b.rowIndex || a.trial - b.trial,
  );
}

/** Why a filter is none, if so. */
export function problemOfFilter(filter: string): string | undefined {
  const wrong = filter.split(',').find((part) => !Object.hasOwn(FIELDS, part.slice(0, part.indexOf(':'))));
  if (wrong === undefined) return undefined;
  return `filter has ${JSON.stringify(wrong)}; each part must be field:value, with a field of ${Object.keys(FIELDS).join(', ')}`;
}

function testOf(part: string): Test {
  const at = part.indexOf(':');
  const field = FIELDS[part.slice(0, at)];
  const value = part.slice(at + 1);
  return (row) => String(field?.(row) ?? 'none') === value;
}

function searchFor(search: string): Test {
  const wanted = search.toLowerCase();
  return (row) =>
    [row.sampleId, row.input, row.expected, row.actualOutput, row.errorName, row.errorMessage].some((text) =>
      text?.toLowerCase().includes(wanted),
    );
}

function compare(a: number | string | null, b: number | string | null, descending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (a === b) return 0;
  return a < b === descending ? 1 : -1;
}
