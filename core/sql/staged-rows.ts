import { RESULT_COLUMNS, ROW_STATUSES } from '../../contracts/result-row.ts';
import { literal } from './literal.ts';
import { RESULT_COLUMN_NAMES } from './result-columns.ts';
import type { Tables } from './tables.ts';

const SQL_TYPES = { long: 'bigint', int: 'integer', double: 'double', boolean: 'boolean' } as const;

/**
 * Staged rows with the types of the results table. The staging table holds every value as text, so that no value can make
 * the query fail: values that do not fit their column become NULL. An object that is not a row is skipped; its row is then
 * missing in the run.
 */
export const stagedRows = (tables: Tables, where: string): string =>
  `SELECT ${RESULT_COLUMN_NAMES.join(', ')} FROM (SELECT ${RESULT_COLUMN_NAMES.map(stagedColumn).join(', ')} FROM ${tables.staged} WHERE ${where}) WHERE ${IS_ROW}`;

const IS_ROW = `sample_id IS NOT NULL AND row_index IS NOT NULL AND attempt IS NOT NULL AND status IN (${ROW_STATUSES.map(literal).join(', ')})`;

function stagedColumn(name: (typeof RESULT_COLUMN_NAMES)[number]): string {
  const { type } = RESULT_COLUMNS[name];
  switch (type) {
    case 'string':
      return name;
    case 'timestamp':
      return `try(CAST(from_iso8601_timestamp(${name}) AS timestamp(6))) AS ${name}`;
    default:
      return `TRY_CAST(${name} AS ${SQL_TYPES[type]}) AS ${name}`;
  }
}
