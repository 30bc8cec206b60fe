import type { ResultRow } from '../contracts/result-row.ts';
import { asText, fromColumn, isObject } from './json.ts';

type Answered = Pick<ResultRow, 'expected' | 'actual_output' | 'execution_mode'> &
  Partial<Pick<ResultRow, 'full_response'>>;

/** An output mapping, and how many of the rows it was tried on would pass by their expected answers. */
export interface AnswerWithin {
  readonly path: string;
  readonly passes: number;
  readonly of: number;
}

/** Rows a suggestion is tried on. */
export const ROWS_TRIED = 20;
const DEEPEST = 8;
const LONGEST_LIST = 20;

/**
 * The place of the answer in answers that are whole objects: the path whose values equal the expected ones in most rows.
 * None where no value does, so that what is suggested can work.
 */
export function answerWithin(rows: readonly Answered[]): AnswerWithin | undefined {
  const tried = rows.slice(0, ROWS_TRIED).filter((row) => isWhole(row));
  const passes = new Map<string, number>();
  for (const { expected, actual_output, execution_mode, full_response } of tried) {
    const answer = fromColumn(full_response ?? actual_output);
    const found = pathsTo(expected?.trim() ?? '', answer, execution_mode === 'endpoint' ? 'body' : '');
    for (const path of found) passes.set(path, (passes.get(path) ?? 0) + 1);
  }
  const [best] = [...passes].toSorted(([a, n], [b, m]) => m - n || a.length - b.length);
  return best && { path: best[0], passes: best[1], of: tried.length };
}

/** An object where a text was expected. */
export const isWhole = ({ expected, actual_output }: Answered): boolean =>
  expected !== null && isObject(fromColumn(actual_output)) && !isObject(fromColumn(expected));

/** Where in a value the expected text stands, as a mapping would name the places. */
function pathsTo(expected: string, value: unknown, path: string, depth = 0): string[] {
  if (depth > DEEPEST || value === null) return [];
  if (Array.isArray(value)) {
    return value.slice(0, LONGEST_LIST).flatMap((item, n) => pathsTo(expected, item, `${path}[${n}]`, depth + 1));
  }
  if (!isObject(value)) return path !== '' && asText(value).trim() === expected ? [path] : [];
  return Object.entries(value).flatMap(([name, field]) => {
    if (name.includes('`')) return [];
    const step = /^[a-z_]\w*$/i.test(name) ? name : `\`${name}\``;
    return pathsTo(expected, field, path === '' ? step : `${path}.${step}`, depth + 1);
  });
}
