import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { describeQuery } from '../queries/describe-query.ts';
import type { QueryParts } from '../queries/query-parts.ts';
import { nextToken, onePage, parseInput, queryExecutionId, workGroupName } from '../request.ts';
import { PRIMARY } from '../workgroups/work-groups.ts';

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

const listQueryExecutionsSchema = z.looseObject({
  WorkGroup: workGroupName.optional(),
  MaxResults: z.number().int().min(0).max(50).optional(),
  NextToken: nextToken,
});

/** Newest first. */
export const listQueryExecutions = ({ queries, workGroups }: QueryParts): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('ListQueryExecutions', WorkGroup),
  async run(input) {
    const { WorkGroup = PRIMARY, MaxResults, NextToken } = parseInput(listQueryExecutionsSchema, input);
    const all = queries.ofWorkGroup(workGroups.get(WorkGroup).name).map(({ id }) => id);
    const { size, refusal } = onePage(MaxResults, NextToken);
    // The token is the last ID of a page: a position would shift with every query started meanwhile.
    const from = NextToken === undefined ? 0 : all.indexOf(NextToken) + 1;
    if (NextToken !== undefined && from === 0) throw refusal();
    const QueryExecutionIds = all.slice(from, from + size);
    return { QueryExecutionIds, NextToken: from + size < all.length ? QueryExecutionIds.at(-1) : undefined };
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
