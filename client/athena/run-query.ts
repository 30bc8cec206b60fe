import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AthenaClient,
  GetQueryExecutionCommand,
  paginateGetQueryResults,
  type QueryExecution,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import { RollcallError } from '../../contracts/errors.ts';
import { isThrottled } from '../../core/is-throttled.ts';

export interface QueryContext {
  readonly catalog: string;
  readonly database: string;
}

/** Our own database in the Glue catalog: without a context Athena looks at `default`, which is not ours. */
export const glueContext = (database: string): QueryContext => ({ catalog: 'AwsDataCatalog', database });

export interface QueryOptions {
  readonly athena: AthenaClient;
  readonly workGroup: string;
  /** Where names without a catalog or database are looked for, which is all that DDL takes. */
  readonly context?: QueryContext;
  /** The same token starts the query once, however often a retried invocation asks for it. Default: each is its own. */
  readonly token?: string;
  /** Stops the query when it is aborted. */
  readonly signal?: AbortSignal;
}

/** One row of a result: text by column name, as Athena gives every value; null where the value is null. */
export type QueryRow = Readonly<Record<string, string | null>>;

/** Runs a SELECT and returns all its rows. */
export async function runQuery(sql: string, options: QueryOptions): Promise<QueryRow[]> {
  const rows: QueryRow[] = [];
  for await (const row of queryRows(sql, options)) rows.push(row);
  return rows;
}

/** Runs a SELECT and hands on its rows as they are read: of many, nobody has to hold them all. */
export async function* queryRows(sql: string, options: QueryOptions): AsyncGenerator<QueryRow> {
  const { QueryExecutionId } = await runStatement(sql, options);
  let header = true;
  for await (const { ResultSet } of paginateGetQueryResults({ client: options.athena }, { QueryExecutionId })) {
    const names = ResultSet?.ResultSetMetadata?.ColumnInfo?.map((column) => column.Name ?? '') ?? [];
    for (const row of ResultSet?.Rows ?? []) {
      // The first row of a SELECT's first page repeats the column names.
      if (header) header = false;
      else yield Object.fromEntries(names.map((name, index) => [name, row.Data?.[index]?.VarCharValue ?? null]));
    }
  }
}

/** Iceberg commits are optimistic: another writer of the table may win, and then nothing was written. */
const COMMIT_LOST = /ICEBERG_COMMIT_ERROR/;
const COMMIT_ATTEMPTS = 6;

/** Runs a statement that writes, again when another writer came first. */
export async function runWrite(sql: string, options: QueryOptions): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // With the token of a query that has failed Athena would give back that query.
      const token = options.token && (attempt > 1 ? `${options.token} ${attempt}` : options.token);
      await runStatement(sql, { ...options, token });
      return;
    } catch (error) {
      if (attempt >= COMMIT_ATTEMPTS || !(error instanceof Error && COMMIT_LOST.test(error.message))) throw error;
      await sleep(Math.random() * 1_000 * attempt);
    }
  }
}

/** Where a catalog is under Lake Formation, IAM alone does not do. */
const LAKE_FORMATION =
  'Lake Formation manages this catalog: grant this role DESCRIBE on the database and SELECT, INSERT, DELETE, ALTER and DESCRIBE on its tables, or switch the catalog to access control by IAM (docs/deploy.md).';

/** Runs a statement to its end. */
export async function runStatement(sql: string, options: QueryOptions): Promise<QueryExecution> {
  const { athena, signal } = options;
  signal?.throwIfAborted();
  const QueryExecutionId = await start(sql, options);
  for (const began = Date.now(); ; ) {
    // A query's end is noticed after a fifth of its time at the latest. None ends at once.
    const wait = Math.min(1_000, Math.max(25, (Date.now() - began) / 5));
    await sleep(wait, undefined, { signal }).catch(() => {});
    if (signal?.aborted) {
      await athena.send(new StopQueryExecutionCommand({ QueryExecutionId }));
      throw signal.reason;
    }
    const { QueryExecution } = await athena.send(new GetQueryExecutionCommand({ QueryExecutionId }));
    const { State, StateChangeReason = 'no reason given' } = QueryExecution?.Status ?? {};
    if (State === 'SUCCEEDED' && QueryExecution) return QueryExecution;
    if (State === 'FAILED' || State === 'CANCELLED') {
      const remedy = /Lake ?Formation/i.test(StateChangeReason) ? ` ${LAKE_FORMATION}` : '';
      throw new RollcallError(
        'QueryFailed',
        `Athena query ${QueryExecutionId} ${State}: ${StateChangeReason}${remedy}`,
      );
    }
  }
}

/** Athena limits the starts a second and the queries in line, for all of an account's users together. */
const START_ATTEMPTS = 6;

/**
 * Starts a query, again when there are too many: nothing was started then, and the token would say if it was. Not
 * aborted: a start that is cut off may still be carried out, and nobody could stop it.
 */
async function start(sql: string, { athena, workGroup, context, token }: QueryOptions): Promise<string | undefined> {
  const command = new StartQueryExecutionCommand({
    QueryString: sql,
    WorkGroup: workGroup,
    ClientRequestToken: token && createHash('sha256').update(token).update(sql).digest('hex'),
    ...(context && { QueryExecutionContext: { Catalog: context.catalog, Database: context.database } }),
  });
  for (let attempt = 1; ; attempt++) {
    try {
      return (await athena.send(command)).QueryExecutionId;
    } catch (error) {
      if (!isThrottled(error)) throw error;
      if (attempt >= START_ATTEMPTS) throw new RollcallError('QueryThrottled', error.message, { cause: error });
      await sleep(Math.random() * 250 * 2 ** attempt);
    }
  }
}
