import { hintFor } from '../contracts/errors.ts';
import type { ResultRow } from '../contracts/result-row.ts';
import { headlineOf } from './headline.ts';

type FailedRow = Pick<ResultRow, 'row_index' | 'error_name' | 'error_message'>;

/** Rows that failed for the same reason. */
export interface ErrorGroup {
  readonly name: string;
  /** The line that names the problem, with … where the rows differ. */
  readonly title: string;
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
    title: templateOf(rows.map(({ error_message }) => error_message ?? '')),
    message: rows[0]?.error_message ?? '',
    count: rows.length,
    rows: rows.slice(0, EXAMPLES).map(({ row_index }) => row_index),
    hint: hintAbout(name, rows[0]?.error_message ?? ''),
  };
}

function hintAbout(name: string, message: string): string | undefined {
  const [, host] = /^(\S+): ECONNREFUSED:/.exec(message) ?? [];
  return host ? `Start the server at ${host}, or correct the host and port of the target.` : hintFor(name);
}

/** Lists cut messages, so that only their beginning tells them apart. */
const TOLD_BY = 200;
const LONGEST_TITLE = 500;

/** Quoted texts, numbers and ids: what one row brings into a message. A status code tells one error from another, so `HTTP 422` stays. */
const OF_ONE_ROW = /("(?:[^"\\]|\\.)*"|'[^']*'|“[^”]*”|(?<!HTTP )\b[0-9a-f-]*\d[0-9a-f-]*\b)/i;

/** Text and values of one row in turns. */
const partsOf = (message: string): string[] => headlineOf(message).slice(0, LONGEST_TITLE).split(OF_ONE_ROW);

const shapeOf = (message: string): string =>
  partsOf(message)
    .map((part, at) => (at % 2 === 0 ? part : '#'))
    .join('')
    .slice(0, TOLD_BY);

/** What messages of the same shape have in common. */
function templateOf(messages: readonly string[]): string {
  const [first = [], ...others] = messages.map(partsOf);
  return first.map((part, at) => (others.every((parts) => parts[at] === part) ? part : '…')).join('');
}
