import { setTimeout as sleep } from 'node:timers/promises';
import {
  GetQueryExecutionCommand,
  paginateGetQueryResults,
  type QueryExecution,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import { RollcallError } from '../../contracts/errors.ts';
import type { DatasetDeps } from './dataset-deps.ts';

/** Text by column name, as Athena gives every value; null where the value is null. */
export type QueryRow = Readonly<Record<string, string | null>>;

/** Iceberg commits are optimistic: another writer of the table may win, and then nothing was written. */
const COMMIT_LOST = /ICEBERG_COMMIT_ERROR/;
const COMMIT_ATTEMPTS = 6;

/** Runs a statement that writes, again when another writer came first. */
export async function runWrite(sql: string, deps: DatasetDeps): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await runStatement(sql, deps);
      return;
    } catch (error) {
      if (attempt >= COMMIT_ATTEMPTS || !(error instanceof Error && COMMIT_LOST.test(error.message))) throw error;
      await sleep(Math.random() * 1_000 * attempt);
    }
  }
}

/** Runs a SELECT and returns all its rows. */
export async function runSelect(sql: string, deps: DatasetDeps): Promise<QueryRow[]> {
  const { QueryExecutionId } = await runStatement(sql, deps);
  const rows: QueryRow[] = [];
  let header = true;
  for await (const { ResultSet } of paginateGetQueryResults({ client: deps.athena }, { QueryExecutionId })) {
    const names = ResultSet?.ResultSetMetadata?.ColumnInfo?.map((column) => column.Name ?? '') ?? [];
    for (const row of ResultSet?.Rows ?? []) {
      // The first row of a SELECT's first page repeats the column names.
      if (header) header = false;
      else rows.push(Object.fromEntries(names.map((name, index) => [name, row.Data?.[index]?.VarCharValue ?? null])));
    }
  }
  return rows;
}

/** Runs a statement to its end. */
export async function runStatement(sql: string, { athena, workGroup, signal }: DatasetDeps): Promise<QueryExecution> {
  const { QueryExecutionId } = await athena.send(
    new StartQueryExecutionCommand({ QueryString: sql, WorkGroup: workGroup }),
    { abortSignal: signal },
  );
  for (let delay = 20; ; delay = Math.min(delay * 1.5, 1_000)) {
    if (signal?.aborted) {
      await athena.send(new StopQueryExecutionCommand({ QueryExecutionId }));
      signal.throwIfAborted();
    }
    const { QueryExecution } = await athena.send(new GetQueryExecutionCommand({ QueryExecutionId }));
    const { State, StateChangeReason = 'no reason given' } = QueryExecution?.Status ?? {};
    if (State === 'SUCCEEDED' && QueryExecution) return QueryExecution;
    if (State === 'FAILED' || State === 'CANCELLED') {
      throw new RollcallError('QueryFailed', `Athena query ${QueryExecutionId} ${State}: ${StateChangeReason}`);
    }
    await sleep(delay);
  }
}
