import { setTimeout as sleep } from 'node:timers/promises';
import { GetQueryExecutionCommand, paginateGetQueryResults, StartQueryExecutionCommand } from '@aws-sdk/client-athena';
import type { Connection } from '../connect/connect.ts';
import { CliError } from '../exit-codes.ts';

/** One row of a result: text by column name, as Athena gives every value; null where the value is null. */
export type QueryRow = Readonly<Record<string, string | null>>;

/** Runs a SELECT in Rollcall's workgroup and returns all its rows. */
export async function runQuery(sql: string, { clients: { athena }, outputs }: Connection): Promise<QueryRow[]> {
  const { QueryExecutionId } = await athena.send(
    new StartQueryExecutionCommand({ QueryString: sql, WorkGroup: outputs.WorkGroupName }),
  );
  for (let delay = 25; ; delay = Math.min(delay * 1.5, 1_000)) {
    const { QueryExecution } = await athena.send(new GetQueryExecutionCommand({ QueryExecutionId }));
    const { State, StateChangeReason = 'no reason given' } = QueryExecution?.Status ?? {};
    if (State === 'SUCCEEDED') break;
    if (State === 'FAILED' || State === 'CANCELLED') {
      throw new CliError(`Athena query ${QueryExecutionId} ${State}: ${StateChangeReason}`, {
        hint: 'Open the query in Athena to see its text; `rollcall doctor` checks the workgroup and permissions.',
      });
    }
    await sleep(delay);
  }
  const rows: QueryRow[] = [];
  let header = true;
  for await (const { ResultSet } of paginateGetQueryResults({ client: athena }, { QueryExecutionId })) {
    const names = ResultSet?.ResultSetMetadata?.ColumnInfo?.map((column) => column.Name ?? '') ?? [];
    for (const row of ResultSet?.Rows ?? []) {
      // The first row of a SELECT's first page repeats the column names.
      if (header) header = false;
      else rows.push(Object.fromEntries(names.map((name, index) => [name, row.Data?.[index]?.VarCharValue ?? null])));
    }
  }
  return rows;
}
