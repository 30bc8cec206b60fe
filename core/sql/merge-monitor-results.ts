import { MONITOR_RESULT_COLUMNS } from '../../contracts/monitor-results-table.ts';
import type { TableColumn } from '../../contracts/table-columns.ts';
import { literal } from './literal.ts';
import type { Tables } from './tables.ts';

const COLUMNS: readonly (readonly [string, TableColumn])[] = Object.entries(MONITOR_RESULT_COLUMNS);
const SQL_TYPES = { long: 'bigint', int: 'integer', double: 'double', boolean: 'boolean' } as const;
const KEY = ['tenant', 'monitor', 'result_id'];

/**
 * Moves an hour of staged results into their table. An evaluation that was made twice is one row, the later one; running
 * it again changes nothing. `since` keeps old files of the table from being read: nothing is repeated after so long.
 */
export function mergeMonitorResults(tables: Tables, hour: string, since: Date): string {
  const names = COLUMNS.map(([name]) => name).join(', ');
  const staged = `SELECT ${COLUMNS.map(typed).join(', ')} FROM ${tables.stagedMonitorResults} WHERE hour = ${literal(hour)}`;
  const changed = COLUMNS.flatMap(([name]) => (KEY.includes(name) ? [] : [`${name} = s.${name}`]));
  return `MERGE INTO ${tables.monitorResults} t USING (
  SELECT ${names} FROM (
    SELECT ${names}, row_number() OVER (PARTITION BY ${KEY.join(', ')} ORDER BY evaluated_at DESC) AS newest FROM (${staged})
    WHERE result_id IS NOT NULL AND monitor IS NOT NULL AND evaluated_at IS NOT NULL
  ) WHERE newest = 1
) s ON t.evaluated_at > ${timestamp(literal(since.toISOString()))} AND ${KEY.map((name) => `t.${name} = s.${name}`).join(' AND ')}
WHEN MATCHED AND s.evaluated_at > t.evaluated_at THEN UPDATE SET ${changed.join(', ')}
WHEN NOT MATCHED THEN INSERT (${names}) VALUES (${COLUMNS.map(([name]) => `s.${name}`).join(', ')})`;
}

const timestamp = (text: string): string => `CAST(from_iso8601_timestamp(${text}) AS timestamp(6))`;

/** Staged values are text; one that does not fit its type is NULL. */
function typed([name, { type }]: readonly [string, TableColumn]): string {
  if (type === 'string') return name;
  return type === 'timestamp'
    ? `try(${timestamp(name)}) AS ${name}`
    : `TRY_CAST(${name} AS ${SQL_TYPES[type]}) AS ${name}`;
}
