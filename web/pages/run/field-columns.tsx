import type { IndexRow } from '../../../contracts/api/rows.ts';
import { asText, isObject, parseJson } from '../../../core/json.ts';
import { scoresOfRow } from '../../../core/rows/scores-of-row.ts';
import { type Scales, scoreText } from '../../../core/scoring/own-scale.ts';
import type { Column } from '../../parts/column.ts';
import { StateMark } from '../../parts/state-mark.tsx';

const MOST_FIELDS = 5;
const ENOUGH_ROWS = 50;

/** The input's fields, where the rows have the same few; lists cut long inputs, which may leave them no JSON. */
export function fieldsOf(rows: readonly IndexRow[]): string[] {
  const inputs = rows.slice(0, ENOUGH_ROWS).map(({ input }) => inputOf(input));
  if (inputs.some((input) => input === undefined)) return [];
  const fields = [...new Set(inputs.flatMap((input) => Object.keys(input ?? {})))];
  return fields.length > 1 && fields.length <= MOST_FIELDS ? fields : [];
}

function inputOf(text: string | null): Readonly<Record<string, unknown>> | undefined {
  const value = ['', '"}', '}'].map((end) => parseJson(`${text}${end}`)).find((parsed) => parsed !== undefined);
  return isObject(value) ? value : undefined;
}

const LONGEST_SHORT = 12;
/** Whether all of these rows have short texts there: then a narrow column will do. */
export const isShort = (rows: readonly IndexRow[], read: (row: IndexRow) => string): boolean =>
  rows.slice(0, ENOUGH_ROWS).every((row) => read(row).length <= LONGEST_SHORT);

/** A column for each field; one with short values in all rows is narrow. */
export function fieldColumn(field: string, index: number, rows: readonly IndexRow[]): Column<IndexRow> {
  const read = (row: IndexRow) => asText(inputOf(row.input)?.[field]);
  return {
    id: `input.${field}`,
    title: field,
    ...(isShort(rows, read) && { width: '110px' }),
    ...(index === 0 && { sort: 'input' }),
    cell: (row) => <span dir="auto">{read(row)}</span>,
    text: read,
  };
}

/** An evaluator's score with its verdict. */
export function scoreColumn(name: string, scale: Scales[string] | undefined): Column<IndexRow> {
  const read = (row: IndexRow) => {
    const { score } = scoresOfRow(row)[name] ?? {};
    return typeof score === 'number' ? scoreText(score, scale) : '–';
  };
  const stateOf = (row: IndexRow) => {
    const { passed, error } = scoresOfRow(row)[name] ?? {};
    return error !== undefined ? 'failed' : passed === undefined ? undefined : passed ? 'right' : 'wrong';
  };
  return {
    id: `score.${name}`,
    title: name,
    width: '100px',
    right: true,
    wide: 'much',
    cell: (row) => {
      const state = stateOf(row);
      return (
        <>
          {state && <StateMark bare state={state} />} {read(row)}
        </>
      );
    },
    text: read,
  };
}
