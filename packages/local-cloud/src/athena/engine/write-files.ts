import { readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBTypeId } from '@duckdb/node-api';
import { literal } from '../sql/functions/function.ts';
import { QueryError } from '../sql/query-error.ts';
import { asText, athenaType, type ResultColumn, trinoType } from './result-columns.ts';

export interface FileFormat {
  readonly format: 'JSON' | 'PARQUET' | 'TEXTFILE';
  readonly compression: 'gzip' | 'none' | 'snappy' | 'zstd';
  /** Between the fields of a TEXTFILE. */
  readonly delimiter: string;
}

/** A file ends at about this size; gzip files are measured as they are on disk. */
const FILE_SIZE = { gzip: '16MB', other: '32MB' };

/**
 * Writes a query's rows as files of a folder that it makes, and says how many rows there were. Athena's files are in no
 * order; here each of the engine's threads writes files of its own, and the last file comes first.
 */
export async function writeFiles(
  connection: DuckDBConnection,
  sql: string,
  columns: readonly ResultColumn[],
  { format, compression, delimiter }: FileFormat,
  folder: string,
): Promise<{ paths: string[]; rows: number }> {
  for (const column of columns) refuseType(column);
  const size = compression === 'gzip' ? FILE_SIZE.gzip : FILE_SIZE.other;
  const options = [`COMPRESSION ${compression}`, 'PER_THREAD_OUTPUT true', `FILE_SIZE_BYTES '${size}'`];
  let select: string;
  if (format === 'TEXTFILE') {
    // Hive's text has no header and quotes nothing; NULL is \N. Told to put no quotes around everything, the writer
    // need not look for what would need them.
    options.push("FORMAT csv, HEADER false, QUOTE '', ESCAPE '', FORCE_QUOTE *, NULLSTR '\\N'");
    options.push(`DELIMITER ${literal(delimiter)}`);
    select = project(columns, ({ type }, value) => asText(value, type));
  } else if (format === 'JSON') {
    options.push('FORMAT json');
    select = project(columns, ({ type }, value) => jsonValue(value, type));
  } else {
    options.push('FORMAT parquet');
    select = project(columns, ({ type }, value) =>
      type.typeId === DuckDBTypeId.HUGEINT ? `CAST(${value} AS BIGINT)` : value,
    );
  }
  await mkdir(folder, { recursive: true });
  const names = columns.map((_column, index) => `c${index}`).join(', ');
  const result = await connection.runAndReadAll(
    `COPY (SELECT ${select} FROM (${sql}) AS q(${names})) TO ${literal(join(folder, 'files'))} (${options.join(', ')})`,
  );
  const rows = Number(result.getRows()[0]?.[0] ?? 0);
  const files = rows > 0 ? readdirSync(join(folder, 'files')).map((name) => join(folder, 'files', name)) : [];
  return { paths: files.sort().reverse(), rows };
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

function project(columns: readonly ResultColumn[], value: (column: ResultColumn, name: string) => string): string {
  return columns
    .map((column, index) => `${value(column, `c${index}`)} AS "${column.name.replaceAll('"', '""')}"`)
    .join(', ');
}

function jsonValue(value: string, type: ResultColumn['type']): string {
  switch (type.typeId) {
    case DuckDBTypeId.HUGEINT:
      return `CAST(${value} AS BIGINT)`;
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_MS:
      return asText(value, type);
    case DuckDBTypeId.BLOB:
      return `to_base64(${value})`;
    default:
      return value;
  }
}

/** Hive has no such columns, so Athena cannot write them to files. */
function refuseType({ name, type }: ResultColumn): void {
  if (['json', 'time', 'timestamp with time zone', 'uuid', 'interval day to second'].includes(athenaType(type))) {
    throw new QueryError('NOT_SUPPORTED', `Unsupported Hive type: ${trinoType(type)} (column ${name})`);
  }
}
