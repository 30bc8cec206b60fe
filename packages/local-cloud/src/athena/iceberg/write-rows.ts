import { join } from 'node:path';
import { type DuckDBConnection, DuckDBMapValue, type DuckDBValue } from '@duckdb/node-api';
import { literal } from '../sql/functions/function.ts';
import { quoted } from '../sql/render.ts';
import type { DataFile } from './manifests.ts';
import { type ColumnStatistics, metricsOf } from './metrics.ts';
import { type PartitionColumn, transformSql } from './partition-spec.ts';
import { type IcebergField, parquetFieldIds } from './schema.ts';
import { fromSql, type StoredValue } from './stored-value.ts';

export interface WrittenFile extends Omit<DataFile, 'uri'> {
  readonly path: string;
}

/** The column that says in which file a row belongs; no table can have one of that name. */
const FILE = '"$file"';

/** Writes a table's rows as Parquet files, one or more for each partition, below a folder. */
export async function writeRows(
  connection: DuckDBConnection,
  table: string,
  fields: readonly IcebergField[],
  partitions: readonly PartitionColumn[],
  folder: string,
): Promise<WrittenFile[]> {
  // Iceberg's smallest integer has 32 bits.
  const columns = fields.map(({ name, type }) =>
    type === 'int' ? `CAST(t.${quoted(name)} AS INTEGER) AS ${quoted(name)}` : `t.${quoted(name)}`,
  );
  const options = `FORMAT parquet, COMPRESSION zstd, FIELD_IDS ${parquetFieldIds(fields)}, RETURN_STATS`;
  if (partitions.length === 0) {
    const copy = `COPY (SELECT ${columns.join(', ')} FROM ${table} AS t) TO ${literal(join(folder, 'rows.parquet'))} (${options})`;
    return writtenFiles(await connection.runAndReadAll(copy), fields, () => []);
  }
  // What is committed between the two statements is in neither.
  await connection.run('BEGIN');
  try {
    const valuesOf = await numberPartitions(connection, table, partitions);
    const isSame = partitions.map(({ source }, index) => `t.${quoted(source.name)} IS NOT DISTINCT FROM p.s${index}`);
    const rows = `SELECT ${columns.join(', ')}, p.number AS ${FILE} FROM ${table} AS t JOIN ${NUMBERED} AS p ON ${isSame.join(' AND ')}`;
    const copy = `COPY (${rows}) TO ${literal(join(folder, 'rows'))} (${options}, PARTITION_BY (${FILE}))`;
    return writtenFiles(await connection.runAndReadAll(copy), fields, valuesOf);
  } finally {
    await connection.run('ROLLBACK');
  }
}

const NUMBERED = 'temp.main.iceberg_partitions';

/**
 * Gives each partition a number. A folder could not be named after every value, and the few values that most rows share need
 * their bucket counted only once.
 */
async function numberPartitions(
  connection: DuckDBConnection,
  table: string,
  partitions: readonly PartitionColumn[],
): Promise<(number: number) => StoredValue[]> {
  const sources = partitions.map(({ source }, index) => `${quoted(source.name)} AS s${index}`);
  const values = partitions.map((partition, index) => `${transformSql(partition, `s${index}`)} AS v${index}`);
  const names = partitions.map((_partition, index) => `v${index}`).join(', ');
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE iceberg_partitions AS
     SELECT *, dense_rank() OVER (ORDER BY ${names}) AS number
     FROM (SELECT *, ${values.join(', ')} FROM (SELECT DISTINCT ${sources.join(', ')} FROM ${table}))`,
  );
  const result = await connection.runAndReadAll(`SELECT DISTINCT number, ${names} FROM ${NUMBERED}`);
  const known = new Map(
    result
      .getRows()
      .map(([number, ...row]) => [
        Number(number),
        row.map((value, index) => fromSql(partitions[index]?.type ?? '', value)),
      ]),
  );
  return (number) => known.get(number) ?? [];
}

/** What RETURN_STATS tells: name, rows, bytes, bytes of the footer, statistics, the values it was partitioned by. */
function writtenFiles(
  result: { getRows(): DuckDBValue[][] },
  fields: readonly IcebergField[],
  valuesOf: (number: number) => StoredValue[],
): WrittenFile[] {
  const numbered = result.getRows().map(([path, rows, bytes, _footer, statistics, keys]) => {
    const number = Number(entriesOf(keys)[0]?.[1] ?? 0);
    const metrics = metricsOf(fields, statisticsOf(statistics));
    return {
      path: String(path),
      rows: Number(rows),
      bytes: Number(bytes),
      partition: valuesOf(number),
      metrics,
      number,
    };
  });
  // In no order as they come.
  const files = numbered.sort((a, b) => a.number - b.number).map(({ number: _number, ...file }) => file);
  return files.filter(({ rows }) => rows > 0);
}

const entriesOf = (map: DuckDBValue | undefined): [DuckDBValue, DuckDBValue][] =>
  map instanceof DuckDBMapValue ? map.entries.map(({ key, value }) => [key, value]) : [];

const statisticsOf = (statistics: DuckDBValue | undefined): ColumnStatistics =>
  new Map(
    entriesOf(statistics).map(([column, told]) => [
      String(column),
      new Map(entriesOf(told).map(([name, value]) => [String(name), String(value)])),
    ]),
  );
