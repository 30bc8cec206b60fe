import {
  type AthenaClient,
  BatchGetQueryExecutionCommand,
  GetQueryResultsCommand,
  type QueryExecution,
  StartQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import type { Answer } from './answer.ts';

const POLL_MS = 10;
/** As many as one BatchGetQueryExecution takes. */
const AT_ONCE = 50;

/** Asks Athena, here or on AWS, statements that have nothing to do with each other. */
export async function askAthena(
  athena: AthenaClient,
  statements: readonly string[],
  OutputLocation: string,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < statements.length; from += AT_ONCE) {
    const some = statements.slice(from, from + AT_ONCE);
    const ids = await Promise.all(some.map((sql) => start(athena, sql, OutputLocation)));
    const ends = await endsOf(athena, ids);
    answers.push(...(await Promise.all(ids.map((id) => answerOf(athena, id ? ends.get(id) : undefined)))));
  }
  return answers;
}

/** None for what does not parse, which is refused when it is sent. */
async function start(athena: AthenaClient, sql: string, OutputLocation: string): Promise<string | undefined> {
  try {
    const ResultConfiguration = { OutputLocation };
    return (await athena.send(new StartQueryExecutionCommand({ QueryString: sql, ResultConfiguration })))
      .QueryExecutionId;
  } catch (error) {
    if ((error as Error).name === 'InvalidRequestException') return undefined;
    throw error;
  }
}

/** The queries when all of them are over. */
async function endsOf(
  athena: AthenaClient,
  ids: readonly (string | undefined)[],
): Promise<ReadonlyMap<string, QueryExecution>> {
  const ends = new Map<string, QueryExecution>();
  for (;;) {
    const QueryExecutionIds = ids.filter((id) => id !== undefined && !ends.has(id)) as string[];
    if (QueryExecutionIds.length === 0) return ends;
    const { QueryExecutions = [] } = await athena.send(new BatchGetQueryExecutionCommand({ QueryExecutionIds }));
    for (const query of QueryExecutions) {
      if (!['QUEUED', 'RUNNING'].includes(query.Status?.State ?? '')) ends.set(query.QueryExecutionId ?? '', query);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function answerOf(athena: AthenaClient, query: QueryExecution | undefined): Promise<Answer> {
  if (!query) return { error: 'SYNTAX_ERROR' };
  const { QueryExecutionId, Status: { State, StateChangeReason = '' } = {} } = query;
  if (State !== 'SUCCEEDED') return { error: /^[A-Z_]+(?=:)/.exec(StateChangeReason)?.[0] ?? StateChangeReason };
  const { ResultSet } = await athena.send(new GetQueryResultsCommand({ QueryExecutionId }));
  const [, ...rows] = ResultSet?.Rows ?? [];
  return {
    types: (ResultSet?.ResultSetMetadata?.ColumnInfo ?? []).map(({ Type = '', Precision, Scale }) =>
      Type === 'decimal' ? `decimal(${Precision},${Scale})` : Type,
    ),
    rows: rows.map(({ Data = [] }) => Data.map(({ VarCharValue = null }) => VarCharValue)),
  };
}
