import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { describeQuery } from '../queries/describe-query.ts';
import type { QueryParts } from '../queries/query-parts.ts';
import { parseInput, queryExecutionId } from '../request.ts';

const getQueryExecutionSchema = z.looseObject({ QueryExecutionId: queryExecutionId });

export const getQueryExecution = ({ queries, workGroups }: QueryParts): Operation<{ QueryExecutionId?: string }> => ({
  permissions: ({ QueryExecutionId }) =>
    workGroups.permission('GetQueryExecution', queries.find(QueryExecutionId)?.workGroup),
  async run(input) {
    const { QueryExecutionId } = parseInput(getQueryExecutionSchema, input);
    return { QueryExecution: describeQuery(queries.get(QueryExecutionId)) };
  },
});

const batchGetQueryExecutionSchema = z.looseObject({ QueryExecutionIds: z.array(queryExecutionId).min(1).max(50) });

export const batchGetQueryExecution = ({
  queries,
  workGroups,
}: QueryParts): Operation<{ QueryExecutionIds?: unknown[] }> => ({
  permissions: ({ QueryExecutionIds }) =>
    (Array.isArray(QueryExecutionIds) ? QueryExecutionIds : []).flatMap((id) =>
      workGroups.permission('BatchGetQueryExecution', queries.find(id)?.workGroup),
    ),
  async run(input) {
    const { QueryExecutionIds } = parseInput(batchGetQueryExecutionSchema, input);
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

const stopQueryExecutionSchema = z.looseObject({ QueryExecutionId: queryExecutionId });

export const stopQueryExecution = ({
  queries,
  workGroups,
  executor,
}: QueryParts): Operation<{ QueryExecutionId?: string }> => ({
  permissions: ({ QueryExecutionId }) =>
    workGroups.permission('StopQueryExecution', queries.find(QueryExecutionId)?.workGroup),
  async run(input) {
    executor.stop(parseInput(stopQueryExecutionSchema, input).QueryExecutionId);
    return {};
  },
});
