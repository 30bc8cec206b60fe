import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { describeQuery } from '../queries/describe-query.ts';
import type { QueryParts } from '../queries/query-parts.ts';
import { parseInput, queryExecutionId } from '../request.ts';

const schema = z.looseObject({ QueryExecutionIds: z.array(queryExecutionId).min(1).max(50) });

export const batchGetQueryExecution = ({
  queries,
  workGroups,
}: QueryParts): Operation<{ QueryExecutionIds?: unknown[] }> => ({
  permissions: ({ QueryExecutionIds }) =>
    (Array.isArray(QueryExecutionIds) ? QueryExecutionIds : []).flatMap((id) =>
      workGroups.permission('BatchGetQueryExecution', queries.find(id)?.workGroup),
    ),
  async run(input) {
    const { QueryExecutionIds } = parseInput(schema, input);
    const found = QueryExecutionIds.flatMap((id) => queries.find(id) ?? []);
    const missing = QueryExecutionIds.filter((id) => !queries.find(id));
    return {
      QueryExecutions: found.map(describeQuery),
      UnprocessedQueryExecutionIds: missing.map((QueryExecutionId) => ({
        QueryExecutionId,
        ErrorCode: 'INVALID_QUERY_EXECUTION_ID',
        ErrorMessage: `QueryExecution ${QueryExecutionId} was not found`,
      })),
    };
  },
});
