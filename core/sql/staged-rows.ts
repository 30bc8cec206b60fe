import { FIGURES } from '../../contracts/figures.ts';
import { RESULT_COLUMNS, ROW_STATUSES } from '../../contracts/result-row.ts';
import { setAsideNote } from '../normalize/plausible.ts';
import { literal } from './literal.ts';
import { isFigure, plausible, RESULT_COLUMN_NAMES } from './result-columns.ts';
import type { Tables } from './tables.ts';

const SQL_TYPES = { long: 'bigint', int: 'integer', double: 'double', boolean: 'boolean' } as const;

/**
 * Staged rows with the types of the results table. The staging table holds every value as text, so that no value, of
 * whatever version, can make the query fail: what does not fit is NULL, and the row's message says what it was. An object
 * that is no row at all is passed over; its row is then missing in the run.
 */
export const stagedRows = (tables: Tables, where: string): string =>
  `SELECT ${RESULT_COLUMN_NAMES.join(', ')} FROM (SELECT ${RESULT_COLUMN_NAMES.map(stagedColumn).join(', ')} FROM ${tables.staged} WHERE ${where}) WHERE ${IS_ROW}`;

const IS_ROW = `sample_id IS NOT NULL AND row_index IS NOT NULL AND attempt IS NOT NULL AND status IN (${ROW_STATUSES.map(literal).join(', ')})`;

function stagedColumn(name: (typeof RESULT_COLUMN_NAMES)[number]): string {
  if (name === 'error_message') return `${messageWithNotes()} AS error_message`;
  const { type } = RESULT_COLUMNS[name];
  switch (type) {
    case 'string':
      return name;
    case 'timestamp':
      return `try(CAST(from_iso8601_timestamp(${name}) AS timestamp(6))) AS ${name}`;
    default:
      return `${typed(name, SQL_TYPES[type])} AS ${name}`;
  }
}

function typed(name: string, type: string): string {
  const value = `TRY_CAST(${name} AS ${type})`;
  return isFigure(name) ? plausible(name, value) : value;
}

function messageWithNotes(): string {
  const notes = FIGURES.map((name) => {
    const [before, after] = setAsideNote(name);
    const missing = `${name} IS NOT NULL AND ${typed(name, SQL_TYPES[RESULT_COLUMNS[name].type])} IS NULL`;
    return `CASE WHEN ${missing} THEN concat(${literal(before)}, substr(${name}, 1, 40), ${literal(after)}) END`;
  });
  return `nullif(concat_ws(' ', error_message, ${notes.join(', ')}), '')`;
}
