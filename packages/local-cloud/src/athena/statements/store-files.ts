import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ResultColumn } from '../engine/result-columns.ts';
import { type FileFormat, writeFiles } from '../engine/write-files.ts';
import { literal } from '../sql/functions/function.ts';
import { QueryError } from '../sql/query-error.ts';
import { quoted } from '../sql/render.ts';
import { unescaped } from '../sql/tokens.ts';
import type { Location } from '../tables/location.ts';
import type { QueryRun } from './query-run.ts';

type Properties = Readonly<Record<string, string | readonly string[] | undefined>>;

const FORMATS: Readonly<Record<string, FileFormat['format']>> = {
  JSON: 'JSON',
  PARQUET: 'PARQUET',
  TEXTFILE: 'TEXTFILE',
};
const MOST_PARTITIONS = 100;

/** `format`, `compression`/`write_compression` and `field_delimiter` of UNLOAD and CREATE TABLE AS. */
export function fileFormat(properties: Properties): FileFormat {
  const name = text(properties.format ?? 'PARQUET').toUpperCase();
  const format = FORMATS[name];
  if (!format) {
    const known = name === 'ORC' || name === 'AVRO';
    throw known
      ? new QueryError('NOT_SUPPORTED', `The local cloud does not write ${name}; use PARQUET, JSON or TEXTFILE`)
      : new QueryError(
          'INVALID_TABLE_PROPERTY',
          `Unsupported format: ${name}. Use PARQUET, ORC, AVRO, JSON or TEXTFILE`,
        );
  }
  const given = text(properties.compression ?? properties.write_compression ?? properties.parquet_compression ?? '');
  const compression = (given || 'gzip').toLowerCase();
  const allowed = format === 'PARQUET' ? ['gzip', 'snappy', 'zstd', 'none', 'uncompressed'] : ['gzip', 'none'];
  if (!allowed.includes(compression)) {
    throw new QueryError(
      'NOT_SUPPORTED',
      `The local cloud does not write ${format} with compression ${given}; use ${allowed.join(', ')}`,
    );
  }
  const delimiter = unescaped(text(properties.field_delimiter ?? '\u0001'));
  if ([...delimiter].length !== 1)
    throw new QueryError('INVALID_TABLE_PROPERTY', `field_delimiter must be one character`);
  return {
    format,
    compression: (compression === 'uncompressed' ? 'none' : compression) as FileFormat['compression'],
    delimiter,
  };
}

const text = (value: string | readonly string[]): string => (typeof value === 'string' ? value : value.join(','));

/** Rows go only where nothing is yet. */
export function refuseFullDestination(location: Location, uri: string, run: QueryRun): void {
  run.tables.access.listObjects(location);
  for (const _object of run.tables.objects.list(location.bucket, location.prefix)) {
    throw new QueryError(
      'HIVE_PATH_ALREADY_EXISTS',
      `Target directory for table 'awsdatacatalog.${run.names.database}.${run.id}' already exists: ${uri}. You may need to manually clean the data at location '${run.results.uri('')}' before retrying. Athena will not delete data in your account.`,
    );
  }
}

/** Writes a query's rows below a location, in as many files as it takes, and lists them. */
export async function storeFiles(
  sql: string,
  columns: readonly ResultColumn[],
  format: FileFormat,
  partitionedBy: readonly string[],
  location: Location,
  run: QueryRun,
): Promise<{ uris: string[]; rows: number; partitions: string[][] }> {
  const uris: string[] = [];
  const store = async (paths: readonly string[], prefix: string) => {
    for (const path of paths) {
      const key = `${prefix}${fileName(uris.length, format, run.id)}`;
      run.tables.access.writeObject(location.bucket, key);
      await run.tables.objects.putFile(location.bucket, key, path);
      uris.push(`s3://${location.bucket}/${key}`);
    }
  };
  const { connection } = run.tables;
  if (partitionedBy.length === 0) {
    const written = await writeFiles(connection, sql, columns, format, join(run.scratch, 'rows'));
    await store(written.paths, location.prefix);
    return { uris, rows: written.rows, partitions: [] };
  }
  const plain = withoutPartitionColumns(columns, partitionedBy);
  await connection.run(`CREATE OR REPLACE TEMP TABLE unloaded AS ${sql}`);
  try {
    const partitions = await distinctValues(connection, partitionedBy);
    let rows = 0;
    for (const [index, values] of partitions.entries()) {
      const where = partitionedBy.map(
        (name, at) => `CAST(${quoted(name)} AS VARCHAR) IS NOT DISTINCT FROM ${sqlText(values[at] ?? null)}`,
      );
      const select = `SELECT ${plain.map(({ name }) => quoted(name)).join(', ')} FROM unloaded WHERE ${where.join(' AND ')}`;
      const written = await writeFiles(connection, select, plain, format, join(run.scratch, `rows-${index}`));
      const path = partitionedBy.map(
        (name, at) => `${name}=${encodeURIComponent(values[at] ?? '__HIVE_DEFAULT_PARTITION__')}/`,
      );
      await store(written.paths, `${location.prefix}${path.join('')}`);
      rows += written.rows;
    }
    return {
      uris,
      rows,
      partitions: partitions.map((values) => values.map((value) => value ?? '__HIVE_DEFAULT_PARTITION__')),
    };
  } finally {
    await connection.run('DROP TABLE IF EXISTS unloaded').catch(() => {});
  }
}

const sqlText = (value: string | null): string => (value === null ? 'NULL' : literal(value));

/** Partition columns come last in the query, and are in the path instead of the file. */
function withoutPartitionColumns(columns: readonly ResultColumn[], names: readonly string[]): ResultColumn[] {
  const last = columns.slice(-names.length).map(({ name }) => name.toLowerCase());
  if (names.some((name, index) => last[index] !== name.toLowerCase())) {
    throw new QueryError(
      'HIVE_COLUMN_ORDER_MISMATCH',
      `Partition keys must be the last columns in the table and in the same order as the table properties: [${names.join(', ')}]`,
    );
  }
  return columns.slice(0, -names.length);
}

async function distinctValues(connection: DuckDBConnection, names: readonly string[]): Promise<(string | null)[][]> {
  const list = names.map((name) => `CAST(${quoted(name)} AS VARCHAR)`).join(', ');
  const result = await connection.runAndReadAll(`SELECT DISTINCT ${list} FROM unloaded ORDER BY ALL`);
  const values = result.getRows().map((row) => row.map((value) => (value === null ? null : String(value))));
  if (values.length > MOST_PARTITIONS) {
    throw new QueryError(
      'HIVE_TOO_MANY_OPEN_PARTITIONS',
      `Exceeded limit of ${MOST_PARTITIONS} open writers for partitions/buckets`,
    );
  }
  return values;
}

/** `20261116_040506_00000_abcde_UUID.gz`, as Athena's files are called. */
function fileName(index: number, { format, compression }: FileFormat, queryId: string): string {
  const time = new Date().toISOString().replace(/[-:]/g, '').replace('T', '_').slice(0, 15);
  const ending = format !== 'PARQUET' && compression === 'gzip' ? '.gz' : '';
  return `${time}_${String(index).padStart(5, '0')}_${queryId.slice(0, 5)}_${randomUUID()}${ending}`;
}
