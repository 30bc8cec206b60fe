import type { IndexRow } from '../../contracts/api/rows.ts';
import type { RunCharts } from '../../contracts/api/run-charts.ts';
import { isObject, parseJson } from '../json.ts';
import { gradeOf } from '../pass-rate.ts';

type Segments = RunCharts['segments'];

const MOST_COLUMNS = 8;
/** A column with more values tells rows apart rather than kinds of rows. */
const MOST_VALUES = 12;
const LONGEST_VALUE = 60;

/** The values of a row's metadata that rows can be grouped by. */
export function segmentsOfRow({ metadata }: Pick<IndexRow, 'metadata'>): Readonly<Record<string, string>> {
  const parsed = metadata ? parseJson(metadata) : undefined;
  if (!isObject(parsed)) return {};
  const scalars = Object.entries(parsed).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return Object.fromEntries(scalars.map(([column, value]) => [column, String(value)]));
}

/** A column and its value, as a filter names them: `team=red`, URL-encoded. */
export const segmentOf = (text: string): string[] =>
  text.split('=').map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });

/** How many rows passed for each value of a column, the largest group first. */
export function segmentsOfRows(rows: readonly IndexRow[]): Segments {
  const columns = new Map<string, Map<string, Segments[number]['values'][number]>>();
  for (const row of rows) {
    const passed = gradeOf(row);
    for (const [column, value] of Object.entries(segmentsOfRow(row))) {
      const values = columns.get(column) ?? new Map();
      columns.set(column, values);
      if (values.size > MOST_VALUES) continue;
      const before = values.get(value) ?? { value, rows: 0, compared: 0, passed: 0 };
      values.set(value, {
        value,
        rows: before.rows + 1,
        compared: before.compared + (passed === undefined ? 0 : 1),
        passed: before.passed + (passed === true ? 1 : 0),
      });
    }
  }
  return [...columns]
    .map(([column, values]) => ({ column, values: [...values.values()].sort((a, b) => b.rows - a.rows) }))
    .filter(({ values }) => values.length > 1 && values.length <= MOST_VALUES)
    .filter(({ values }) => values.every(({ value }) => value.length <= LONGEST_VALUE))
    .slice(0, MOST_COLUMNS);
}
