import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalog, TableRecord } from '../../glue/catalog.ts';
import { LAKE } from '../engine/attach-tables.ts';
import type { Database } from '../engine/database.ts';
import { QueryError } from '../sql/query-error.ts';
import { quoted } from '../sql/render.ts';
import { fromHiveType } from './hive-type.ts';

/**
 * The rows of Iceberg tables. Each table of the catalog has one in DuckDB; its columns follow the catalog's, so that
 * a column added there is there with the next query, NULL in the rows that were there before.
 */
export class IcebergTables {
  readonly #database: Database;
  /** The catalog version each table was brought up to. */
  readonly #current = new Map<string, number>();
  /** Told of tables that are gone. */
  dropped: (record: TableRecord) => void = () => {};
  /** How often rows were changed since the start, for who must know whether they were. */
  readonly #changes = new Map<string, number>();
  /** Rows, as they were counted after so many changes. */
  readonly #counted = new Map<string, { readonly changes: number; readonly rows: number }>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Brings the table in line with the catalog and gives its name in DuckDB. */
  async ensure(record: TableRecord): Promise<string> {
    const name = duckName(record);
    if (this.#current.get(record.id) !== record.version) {
      await this.#inTurn(async (connection) => {
        await align(connection, record, name);
        this.#current.set(record.id, record.version);
      });
    }
    return name;
  }

  /** About how many bytes a scan reads: eight for each value, which is what Athena's own figure is: an estimate. */
  async estimatedBytes(record: TableRecord, connection: DuckDBConnection): Promise<number> {
    return (await this.#rowsOf(record, connection)) * columnsOf(record).length * 8;
  }

  async #rowsOf(record: TableRecord, connection: DuckDBConnection): Promise<number> {
    const changes = this.changesOf(record);
    const counted = this.#counted.get(record.id);
    if (counted?.changes === changes) return counted.rows;
    const result = await connection.runAndReadAll(`SELECT count(*) FROM ${duckName(record)}`);
    const rows = Number(result.getRows()[0]?.[0]);
    this.#counted.set(record.id, { changes, rows });
    return rows;
  }

  changed({ id }: TableRecord): void {
    this.#changes.set(id, this.changesOf({ id }) + 1);
  }

  changesOf({ id }: Pick<TableRecord, 'id'>): number {
    return this.#changes.get(id) ?? 0;
  }

  drop(record: TableRecord): Promise<void> {
    this.#current.delete(record.id);
    this.#changes.delete(record.id);
    this.#counted.delete(record.id);
    return this.#inTurn(async (connection) => {
      await connection.run(`DROP TABLE IF EXISTS ${duckName(record)}`);
      this.dropped(record);
    });
  }

  /** Drops the rows of tables that are no longer in the catalog. A catalog that was damaged does not tell. */
  async dropAllBut(catalog: Catalog): Promise<void> {
    const known = new Set([...catalog.allTables()].map((record) => record.id));
    if (known.size === 0 || catalog.wasDamaged) return;
    return this.#inTurn(async (connection) => {
      const result = await connection.runAndReadAll(
        `SELECT table_name FROM duckdb_tables() WHERE database_name = '${LAKE}'`,
      );
      for (const [name] of result.getRows()) {
        if (!known.has(String(name))) await connection.run(`DROP TABLE ${LAKE}.${quoted(String(name))}`);
      }
    });
  }

  /** One change of shape at a time: DuckDB lets two at once fail. */
  #inTurn(work: (connection: DuckDBConnection) => Promise<void>): Promise<void> {
    const turn = this.#turn.then(async () => {
      const connection = await this.#database.connect();
      try {
        await work(connection);
      } finally {
        connection.closeSync();
      }
    });
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

/** The catalog's id for the table, so that a table made again under the same name starts empty. */
const duckName = (record: TableRecord): string => `${LAKE}.${quoted(record.id)}`;

export interface TableColumn {
  readonly name: string;
  readonly duckType: string;
}

export function columnsOf(record: TableRecord): TableColumn[] {
  return (record.input.StorageDescriptor?.Columns ?? []).map((column) => ({
    name: column.Name.toLowerCase(),
    duckType: fromHiveType(column.Type ?? 'string'),
  }));
}

async function align(connection: DuckDBConnection, record: TableRecord, name: string): Promise<void> {
  const wanted = columnsOf(record);
  if (wanted.length === 0) throw new QueryError('HIVE_INVALID_METADATA', `Table ${record.input.Name} has no columns`);
  const definition = wanted.map((column) => `${quoted(column.name)} ${column.duckType}`).join(', ');
  await connection.run(`CREATE TABLE IF NOT EXISTS ${name} (${definition})`);

  const result = await connection.runAndReadAll(
    `SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = '${LAKE}' AND table_name = $1`,
    [record.id],
  );
  const present = new Map(result.getRows().map(([column, type]) => [String(column), String(type)]));
  for (const column of wanted) {
    const type = present.get(column.name);
    if (type === undefined) {
      await connection.run(`ALTER TABLE ${name} ADD COLUMN ${quoted(column.name)} ${column.duckType}`);
    } else if (isPromotion(type, column.duckType)) {
      await connection.run(`ALTER TABLE ${name} ALTER COLUMN ${quoted(column.name)} TYPE ${column.duckType}`);
    }
  }
  for (const column of present.keys()) {
    if (!wanted.some((one) => one.name === column)) {
      await connection.run(`ALTER TABLE ${name} DROP COLUMN ${quoted(column)}`);
    }
  }
}

/** The changes of type Iceberg allows. */
const isPromotion = (from: string, to: string): boolean =>
  (from === 'INTEGER' && to === 'BIGINT') || (from === 'FLOAT' && to === 'DOUBLE');
