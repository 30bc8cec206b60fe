import { hintFor } from '../contracts/errors.ts';
import type { ResultRow } from '../contracts/result-row.ts';

type FailedRow = Pick<ResultRow, 'row_index' | 'error_name' | 'error_message'>;

/** Rows that failed for the same reason. */
export interface ErrorGroup {
  readonly name: string;
  /** Of the first row. */
  readonly message: string;
  readonly count: number;
  readonly rows: readonly number[];
  /** What can be done about it. */
  readonly hint?: string;
}

const EXAMPLES = 5;

/** The same error once, the most frequent first. Messages that differ in numbers, ids and quoted texts only are the same. */
export function groupErrors(rows: readonly FailedRow[]): ErrorGroup[] {
  const groups = new Map<string, FailedRow[]>();
  for (const row of rows) {
    const key = `${row.error_name} ${shapeOf(row.error_message ?? '')}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map(groupOf).sort((a, b) => b.count - a.count);
}

function groupOf(rows: readonly FailedRow[]): ErrorGroup {
  const name = rows[0]?.error_name ?? 'Unknown';
  return {
    name,
    message: rows[0]?.error_message ?? '',
    count: rows.length,
    rows: rows.slice(0, EXAMPLES).map(({ row_index }) => row_index),
    hint: hintFor(name),
  };
}

/** Messages that go on, with a stack perhaps, are told apart by their beginning: lists have them cut. */
const TOLD_BY = 200;

/** A status code tells one error from another, so `HTTP 422` stays. */
const shapeOf = (message: string): string =>
  message
    .replace(/"(?:[^"\\]|\\.)*"|'[^']*'|“[^”]*”/g, '""')
    .replace(/(?<!HTTP )\b[0-9a-f-]*\d[0-9a-f-]*\b/gi, '#')
    .slice(0, TOLD_BY);
