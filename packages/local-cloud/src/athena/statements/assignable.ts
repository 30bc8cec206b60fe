import { type DuckDBConnection, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import { type ResultColumn, resultColumns, trinoType } from '../engine/result-columns.ts';
import { QueryError } from '../sql/query-error.ts';

const NUMBERS: readonly DuckDBTypeId[] = [
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.HUGEINT,
  DuckDBTypeId.DECIMAL,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
];

/** Whether Trino would store a value of one type in a column of another without a CAST. */
function isAssignable(from: DuckDBType, to: DuckDBType): boolean {
  if (from.alias !== to.alias) return false;
  if (from.typeId === to.typeId) return true;
  // sum(bigint) is a bigint there and a wider integer here.
  const source = from.typeId === DuckDBTypeId.HUGEINT ? DuckDBTypeId.BIGINT : from.typeId;
  if (source === to.typeId) return true;
  const [a, b] = [NUMBERS.indexOf(source), NUMBERS.indexOf(to.typeId)];
  if (a >= 0 && b >= 0) return a <= b;
  const times: readonly DuckDBTypeId[] = [DuckDBTypeId.DATE, DuckDBTypeId.TIMESTAMP, DuckDBTypeId.TIMESTAMP_TZ];
  const [c, d] = [times.indexOf(source), times.indexOf(to.typeId)];
  return c >= 0 && d >= 0 && c <= d;
}

/**
 * DuckDB would cast what does not fit; Trino refuses. `source` gives the values in order, `target` the columns they go
 * to.
 */
export async function assertAssignable(
  connection: DuckDBConnection,
  source: string,
  target: string,
  describe: (table: string, query: string) => string,
): Promise<ResultColumn[]> {
  const [given, wanted] = [await resultColumns(connection, source), await resultColumns(connection, target)];
  const fits = await Promise.all(
    wanted.map(async (column, index) => {
      const from = given[index];
      return from && (isAssignable(from.type, column.type) || (await isNull(connection, source, given.length, index)));
    }),
  );
  if (given.length !== wanted.length || fits.includes(false)) {
    const types = (columns: ResultColumn[]) => `[${columns.map(({ type }) => trinoType(type)).join(', ')}]`;
    throw new QueryError('TYPE_MISMATCH', describe(types(wanted), types(given)), { line: 1, column: 1 });
  }
  return given;
}

/** A column that is NULL throughout shows as an integer, but fits everywhere. */
async function isNull(connection: DuckDBConnection, source: string, count: number, index: number): Promise<boolean> {
  const names = Array.from({ length: count }, (_none, at) => `c${at}`).join(', ');
  const result = await connection.runAndReadAll(
    `SELECT typeof(c${index}) FROM (SELECT * FROM (${source}) AS q(${names}) LIMIT 1)`,
  );
  const [row] = result.getRows();
  return row === undefined || row[0] === '"NULL"';
}
