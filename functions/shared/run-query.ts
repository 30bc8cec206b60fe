import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AthenaClient,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import { RollcallError } from '../../contracts/errors.ts';

export interface QueryOptions {
  readonly athena: AthenaClient;
  readonly workGroup: string;
  /** The same token starts the query once, however often a retried invocation asks for it. */
  readonly token: string;
  /** Stops the query when it is aborted. */
  readonly signal?: AbortSignal;
}

/** One row of a result: text by column name, as Athena gives every value. */
export type QueryRow = Readonly<Record<string, string | undefined>>;

/** Runs a SELECT and returns its first page of rows. */
export async function runQuery(sql: string, options: QueryOptions): Promise<QueryRow[]> {
  return firstPage(await runStatement(sql, options), options);
}

/** Runs a statement to its end and returns the query's id. */
export async function runStatement(sql: string, options: QueryOptions): Promise<string> {
  const id = await start(sql, options);
  const began = Date.now();
  for (;;) {
    const { QueryExecution: query } = await options.athena.send(new GetQueryExecutionCommand({ QueryExecutionId: id }));
    const state = query?.Status?.State;
    if (state === 'SUCCEEDED') return id;
    if (state === 'FAILED' || state === 'CANCELLED') {
      throw new RollcallError(
        'QueryFailed',
        `Athena query ${id} ${state}: ${query?.Status?.StateChangeReason ?? 'no reason given'}`,
      );
    }
    if (options.signal?.aborted) {
      await options.athena.send(new StopQueryExecutionCommand({ QueryExecutionId: id }));
      throw options.signal.reason;
    }
    // A query's end is noticed after a twentieth of its time at the latest.
    await sleep(Math.min(2_000, Math.max(50, (Date.now() - began) / 20)));
  }
}

async function start(sql: string, { athena, workGroup, token }: QueryOptions): Promise<string> {
  try {
    const started = await athena.send(
      new StartQueryExecutionCommand({
        QueryString: sql,
        WorkGroup: workGroup,
        ClientRequestToken: createHash('sha256').update(token).update(sql).digest('hex'),
      }),
    );
    return started.QueryExecutionId ?? '';
  } catch (error) {
    if (error instanceof Error && error.name === 'TooManyRequestsException') {
      throw new RollcallError('QueryThrottled', error.message, { cause: error });
    }
    throw error;
  }
}

async function firstPage(id: string, { athena }: QueryOptions): Promise<QueryRow[]> {
  const { ResultSet } = await athena.send(new GetQueryResultsCommand({ QueryExecutionId: id }));
  const names = ResultSet?.ResultSetMetadata?.ColumnInfo?.map((column) => column.Name ?? '') ?? [];
  // The first row of a SELECT's first page repeats the column names.
  return (ResultSet?.Rows ?? [])
    .slice(1)
    .map((row) => Object.fromEntries(names.map((name, index) => [name, row.Data?.[index]?.VarCharValue])));
}
