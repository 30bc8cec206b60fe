import { mkdirSync } from 'node:fs';
import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Catalog } from '../../glue/catalog.ts';
import type { StoredObjects } from '../../s3/service.ts';
import { OWNER_FOLDER } from '../../store/owner-only.ts';
import type { Database } from '../engine/database.ts';
import { engineError, QueryCancelled } from '../engine/engine-error.ts';
import { removeFolder } from '../engine/write-files.ts';
import type { TableFiles } from '../iceberg/table-files.ts';
import { ErrorCategory, QueryError } from '../sql/query-error.ts';
import type { Statement } from '../sql/statement.ts';
import { type Outcome, RESULT_FILE, ResultFiles } from '../statements/query-run.ts';
import { runStatement, treeOf } from '../statements/run-statement.ts';
import { Access } from '../tables/access.ts';
import type { IcebergTables } from '../tables/iceberg-tables.ts';
import { bindParameters } from './parameters.ts';
import { isOver, type Queries, type QueryRecord } from './queries.ts';
import { resultMetadata } from './result-metadata.ts';
import { type QueryWatch, watchQuery } from './watch-query.ts';

/** DuckDB works on Node's pool of four threads, which reads and writes of files need too. */
const MOST_AT_ONCE = 2;

interface Job {
  readonly id: string;
  readonly statement: Statement;
  /** The values for `?`. */
  readonly parameters: readonly string[];
}

/** Runs queries, some at once, the others in the order they came. */
export class Executor {
  readonly #context: CloudContext;
  readonly #queries: Queries;
  readonly #database: Database;
  readonly #catalog: Catalog;
  readonly #objects: StoredObjects;
  readonly #iceberg: IcebergTables;
  readonly #files: TableFiles;
  readonly #waiting: Job[] = [];
  /** Folders of which no query makes use. They stay from query to query: ext4 is slow to make what was just removed. */
  readonly #folders: string[];
  readonly #closing = new AbortController();
  readonly #running = new Map<string, { connection?: DuckDBConnection; ended: Promise<void> }>();

  constructor(
    context: CloudContext,
    parts: {
      queries: Queries;
      database: Database;
      catalog: Catalog;
      objects: StoredObjects;
      iceberg: IcebergTables;
      files: TableFiles;
    },
  ) {
    this.#context = context;
    this.#queries = parts.queries;
    this.#database = parts.database;
    this.#catalog = parts.catalog;
    this.#objects = parts.objects;
    this.#iceberg = parts.iceberg;
    this.#files = parts.files;
    this.#folders = Array.from({ length: MOST_AT_ONCE }, (_none, index) => {
      const folder = join(parts.database.scratch, `query-${index}`);
      mkdirSync(folder, { recursive: true, mode: OWNER_FOLDER });
      return folder;
    });
  }

  submit(job: Job): void {
    this.#waiting.push(job);
    this.#next();
  }

  /** Stops a query that waits or runs; one that is over stays as it is. */
  stop(id: string): void {
    const at = this.#waiting.findIndex((job) => job.id === id);
    if (at >= 0) this.#waiting.splice(at, 1);
    const record = this.#queries.get(id);
    if (isOver(record.state)) return;
    this.#settle(id, { state: 'CANCELLED', reason: 'Query cancelled by user' });
    this.#running.get(id)?.connection?.interrupt();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#waiting.length = 0;
    for (const { connection } of this.#running.values()) connection?.interrupt();
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  #next(): void {
    for (;;) {
      const isAlone = this.#folders.length === MOST_AT_ONCE;
      const scratch = this.#folders.at(-1);
      const job = scratch && this.#waiting.shift();
      if (!job) return;
      this.#folders.pop();
      const entry: { connection?: DuckDBConnection; ended: Promise<void> } = { ended: Promise.resolve() };
      this.#running.set(job.id, entry);
      entry.ended = this.#run(job, entry, scratch, isAlone)
        .finally(() => {
          this.#folders.push(scratch);
          this.#next();
        })
        .then((end) => this.#end(job, end))
        .finally(() => this.#running.delete(job.id));
    }
  }

  async #run(
    { id, statement, parameters }: Job,
    entry: { connection?: DuckDBConnection },
    scratch: string,
    isAlone: boolean,
  ): Promise<Partial<QueryRecord>> {
    const record = this.#queries.update(id, { state: 'RUNNING', startedAt: Date.now() });
    let watch: QueryWatch | undefined;
    try {
      const connection = await this.#database.connect();
      entry.connection = connection;
      try {
        // An export has several UNLOADs at once and reads what they wrote meanwhile: DuckDB's threads, which wait for
        // one another in a busy loop, would take the processors from each other.
        watch = watchQuery(() => connection.interrupt(), {
          isWanted: () => !this.#closing.signal.aborted && !isOver(this.#queries.get(id).state),
        });
        if (isAlone) await this.#database.useThreads(statement.kind === 'unload' ? 1 : 2, connection);
        const outcome = await this.#execute(record, { id, statement, parameters }, connection, scratch);
        return { state: 'SUCCEEDED', ...outcome };
      } finally {
        entry.connection = undefined;
        connection.closeSync();
      }
    } catch (error) {
      return this.#failure(id, watch?.exceeded() ?? engineError(translated(error, record), treeOf(statement)));
    } finally {
      watch?.end();
      await empty(scratch).catch(() => {});
    }
  }

  async #execute(
    record: QueryRecord,
    { id, statement, parameters }: Job,
    connection: DuckDBConnection,
    scratch: string,
  ): Promise<Outcome> {
    const { caller } = record;
    const access = new Access(this.#context, caller, this.#catalog.registered);
    access.dataCatalog(record.names.catalog);
    access.defaultDatabase(this.#catalog);
    const results = new ResultFiles(this.#context, caller, record.location, id);
    const outcome = await runStatement(statement, record.sql, {
      id,
      names: record.names,
      parameters: await bindParameters(treeOf(statement), parameters),
      results,
      scratch,
      tables: {
        accountId: this.#context.accountId,
        catalog: this.#catalog,
        objects: this.#objects,
        iceberg: this.#iceberg,
        files: this.#files,
        access,
        connection,
      },
      checkScan: (bytes) => {
        if (record.cutoff !== undefined && bytes > record.cutoff) {
          this.#queries.update(id, { bytes });
          throw new QueryCancelled('Bytes scanned limit was exceeded');
        }
      },
    });
    if (outcome.columns.length === 0 && record.outputUri.endsWith('.txt')) await results.putText('.txt', '');
    if (outcome.columns.length > 0) {
      await results.putMetadata(record.outputUri, resultMetadata(id, outcome.columns, changeOf(record, outcome)));
    }
    return outcome;
  }

  #failure(id: string, error: Error): Partial<QueryRecord> {
    if (error instanceof QueryCancelled) return { state: 'CANCELLED', reason: error.message };
    const known = error instanceof QueryError;
    if (!known) this.#context.log(`Athena could not run the query ${id}: ${error.message}`);
    const message = error.message;
    const category = known ? error.category : ErrorCategory.system;
    return { state: 'FAILED', reason: message, error: { category, type: known ? error.type : 200, message } };
  }

  /** Other queries run while this one is kept from ending before its time on AWS. */
  async #end({ id, statement }: Job, end: Partial<QueryRecord>): Promise<void> {
    const { startedAt = 0, state } = this.#queries.get(id);
    const left = startedAt + this.#leastTime(statement) - Date.now();
    if (left > 0 && !isOver(state)) await sleep(left, undefined, this.#closing).catch(() => {});
    this.#settle(id, end);
  }

  #leastTime({ kind }: Statement): number {
    const { select, unload, insert, merge } = this.#context.latency.athena;
    if (kind === 'unload') return unload;
    if (kind === 'insert' || kind === 'create-table-as') return insert;
    return kind === 'merge' || kind === 'update' || kind === 'delete' ? merge : select;
  }

  /** A query ends once: one that was stopped stays CANCELLED. */
  #settle(id: string, change: Partial<QueryRecord>): void {
    if (!isOver(this.#queries.get(id).state)) this.#queries.update(id, { ...change, completedAt: Date.now() });
  }
}

async function empty(scratch: string): Promise<void> {
  for (const name of await readdir(scratch)) {
    const path = join(scratch, name);
    await (name === RESULT_FILE ? truncate(path) : removeFolder(path));
  }
}

/** What a statement that wrote rows has done, in Trino's words. */
function changeOf({ substatementType }: QueryRecord, { updateCount: rows }: Outcome) {
  if (rows === undefined) return undefined;
  return { type: substatementType === 'CREATE_TABLE_AS_SELECT' ? 'CREATE TABLE' : substatementType, rows };
}

/** A refusal by S3 while results are written is the query's failure. */
function translated(error: unknown, record: QueryRecord): unknown {
  if (!(error instanceof AwsError)) return error;
  const denied = /^AccessDenied/.test(error.code);
  const failure = new QueryError(denied ? 'S3_PERMISSION' : 'GENERIC_USER_ERROR', error.message);
  if (denied) {
    failure.message = `Access denied when writing output to url: ${record.outputUri} . Please ensure you are allowed to access the S3 bucket. ${error.message}`;
  }
  return failure;
}
