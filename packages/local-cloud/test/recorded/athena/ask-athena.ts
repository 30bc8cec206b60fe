import {
  type AthenaClient,
  GetQueryExecutionCommand,
  GetQueryResultsCommand,
  StartQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import type { Answer } from './answer.ts';

/** To ask more often would take more time than the queries. */
const POLL_MS = 10;

/** Asks Athena, here or on AWS. */
export async function askAthena(athena: AthenaClient, sql: string, OutputLocation: string): Promise<Answer> {
  const ResultConfiguration = { OutputLocation };
  let QueryExecutionId: string | undefined;
  try {
    ({ QueryExecutionId } = await athena.send(
      new StartQueryExecutionCommand({ QueryString: sql, ResultConfiguration }),
    ));
  } catch (error) {
    // What does not parse is refused when it is sent.
    if ((error as Error).name === 'InvalidRequestException') return { error: 'SYNTAX_ERROR' };
    throw error;
  }
  for (;;) {
    const { QueryExecution } = await athena.send(new GetQueryExecutionCommand({ QueryExecutionId }));
    const { State, StateChangeReason = '' } = QueryExecution?.Status ?? {};
    if (State === 'FAILED') return { error: /^[A-Z_]+(?=:)/.exec(StateChangeReason)?.[0] ?? StateChangeReason };
    if (State === 'SUCCEEDED') break;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const { ResultSet } = await athena.send(new GetQueryResultsCommand({ QueryExecutionId }));
  const [, ...rows] = ResultSet?.Rows ?? [];
  return {
    types: (ResultSet?.ResultSetMetadata?.ColumnInfo ?? []).map(({ Type = '', Precision, Scale }) =>
      Type === 'decimal' ? `decimal(${Precision},${Scale})` : Type,
    ),
    rows: rows.map(({ Data = [] }) => Data.map(({ VarCharValue = null }) => VarCharValue)),
  };
}
