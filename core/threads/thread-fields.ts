import type { DatasetRow } from '../../contracts/dataset-row.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { ThreadFields } from '../../contracts/thread-fields.ts';
import { membersOf } from '../dataset/json/members.ts';
import { fromColumn, isObject, isTooDeep } from '../json.ts';
import { jsonErrorPlace } from './json-error-place.ts';

type Columns = Pick<DatasetRow, 'input' | 'metadata'>;

/** The row with its columns of conversations as lists of turns, for the mapping and the target. */
export function withThreadFields<Row extends Columns>(row: Row, fields: ThreadFields | null | undefined): Row {
  if (!fields || Object.keys(fields).length === 0) return row;
  return { ...row, input: converted(row.input, fields), metadata: converted(row.metadata, fields) };
}

function converted(text: string | null | undefined, fields: ThreadFields): string | null | undefined {
  const columns = fromColumn(text);
  if (!text || !isObject(columns)) return text;
  const held = Object.entries(columns).filter(([column]) => Object.hasOwn(fields, column));
  if (held.length === 0) return text;
  const turns = preprocessThreadFields(Object.fromEntries(held), fields);
  // The other columns stay to the letter: a number of twenty digits is what it was.
  const { names, rawNames, values } = membersOf(text);
  const members = names.map((name, at) => {
    return `${rawNames[at]}:${Object.hasOwn(turns, name) ? JSON.stringify(turns[name]) : values[at]}`;
  });
  return `{${members.join(',')}}`;
}

/** The columns as they are, but for those of conversations. An empty cell stays what it is. */
export function preprocessThreadFields(
  columns: Readonly<Record<string, unknown>>,
  fields: ThreadFields,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(columns).map(([column, cell]) => {
      const field = Object.hasOwn(fields, column) ? fields[column] : undefined;
      return [column, field && !isEmpty(cell) ? turnsOf(column, cell, field.selectedFields) : cell];
    }),
  );
}

const isEmpty = (cell: unknown): boolean => cell === '' || cell === null || cell === undefined;

function turnsOf(column: string, cell: unknown, selectedFields: readonly string[]): unknown[] {
  const turns = typeof cell === 'string' ? parsed(column, cell) : cell;
  if (!Array.isArray(turns)) {
    throw problem(`threadFields: column ${JSON.stringify(column)} holds ${kindOf(turns)}; it must be a list of turns.`);
  }
  if (selectedFields.length === 0) return turns;
  return turns.map((turn, index) => {
    if (!isObject(turn)) {
      const where = `threadFields: column ${JSON.stringify(column)}, turn ${index + 1}`;
      throw problem(`${where} is ${kindOf(turn)}; to select fields of it, it must be an object.`);
    }
    const own = (field: string) => (Object.hasOwn(turn, field) ? turn[field] : null);
    return Object.fromEntries(selectedFields.map((field) => [field, own(field)]));
  });
}

function parsed(column: string, cell: string): unknown {
  const where = `threadFields: column ${JSON.stringify(column)}`;
  if (isTooDeep(cell)) throw problem(`${where} is JSON that is nested too deep.`);
  try {
    return JSON.parse(cell);
  } catch {
    throw problem(`${where} is no JSON: ${jsonErrorPlace(cell)}.`);
  }
}

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`;

const problem = (message: string): RollcallError => new RollcallError('ThreadFieldInvalid', message);
