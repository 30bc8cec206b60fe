import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { OWNER_FOLDER } from '../../store/owner-only.ts';
import { attachTables, LAKE } from './attach-tables.ts';
import { registerJavaScriptFunctions } from './javascript-functions.ts';
import { MACROS } from './macros.ts';

const MOST_THREADS = 2;

/**
 * DuckDB, as Athena's engine. Macros live in memory and are shared by all connections; tables live in one file whose
 * write-ahead log makes every committed statement survive a SIGKILL.
 */
export class Database {
  readonly #instance: DuckDBInstance;
  #threads = MOST_THREADS;
  /** For files on their way to S3, on the same disk as the objects they become. */
  readonly scratch: string;

  private constructor(instance: DuckDBInstance, scratch: string) {
    this.#instance = instance;
    this.scratch = scratch;
  }

  static async open(folder: string): Promise<Database> {
    const scratch = join(folder, 'scratch');
    mkdirSync(scratch, { recursive: true, mode: OWNER_FOLDER });
    const instance = await DuckDBInstance.create(':memory:', {
      threads: String(MOST_THREADS),
      memory_limit: '2GB',
      temp_directory: scratch,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    const connection = await instance.connect();
    try {
      // Read when a macro is parsed, so it comes before them: 7 / 2 is 3 in Trino.
      await connection.run('SET GLOBAL integer_division = true');
      await connection.run("SET GLOBAL TimeZone = 'UTC'");
      // Athena promises no order that a query does not ask for, and large INSERTs are quicker without.
      await connection.run('SET GLOBAL preserve_insertion_order = false');
      registerJavaScriptFunctions(connection);
      for (const macro of MACROS) await connection.run(`CREATE OR REPLACE MACRO ${macro}`);
      await attachTables(connection, join(folder, 'tables.duckdb'));
    } catch (error) {
      instance.closeSync();
      throw error;
    } finally {
      connection.closeSync();
    }
    // What a process that was killed left behind.
    rmSync(scratch, { recursive: true, force: true });
    mkdirSync(scratch, { recursive: true, mode: OWNER_FOLDER });
    return new Database(instance, scratch);
  }

  connect(): Promise<DuckDBConnection> {
    return this.#instance.connect();
  }

  /** All queries share the threads: to change their number is for one that runs alone. */
  async useThreads(count: 1 | typeof MOST_THREADS, connection: DuckDBConnection): Promise<void> {
    if (count === this.#threads) return;
    this.#threads = count;
    await connection.run(`SET GLOBAL threads = ${count}`);
  }

  async close(): Promise<void> {
    const connection = await this.connect();
    await connection.run(`CHECKPOINT ${LAKE}`).catch(() => {});
    connection.closeSync();
    this.#instance.closeSync();
  }
}
