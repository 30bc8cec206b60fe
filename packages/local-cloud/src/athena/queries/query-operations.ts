import { z } from 'zod';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import { nextToken, onePage, parseInput, queryExecutionId, workGroupName } from '../request.ts';
import { PRIMARY, type WorkGroups } from '../workgroups/work-groups.ts';
import { describeQuery } from './describe-query.ts';
import type { Executor } from './executor.ts';
import type { Queries } from './queries.ts';

const byId = z.looseObject({ QueryExecutionId: queryExecutionId });
const byIds = z.looseObject({ QueryExecutionIds: z.array(queryExecutionId).min(1).max(50) });
const listInput = z.looseObject({
  WorkGroup: workGroupName.optional(),
  MaxResults: z.number().int().min(0).max(50).optional(),
  NextToken: nextToken,
});

interface ById {
  readonly QueryExecutionId?: string;
}

interface Parts {
  readonly queries: Queries;
  readonly workGroups: WorkGroups;
  readonly executor: Executor;
}

/** GetQueryExecution, BatchGetQueryExecution, StopQueryExecution, ListQueryExecutions, GetQueryRuntimeStatistics */
export function queryOperations({ queries, workGroups, executor }: Parts) {
  const ofQuery = (action: string, id: unknown) => workGroups.permission(action, queries.find(id)?.workGroup);

  const GetQueryExecution: Operation<ById> = {
    permissions: ({ QueryExecutionId }) => ofQuery('GetQueryExecution', QueryExecutionId),
    async run(input) {
      const { QueryExecutionId } = parseInput(byId, input);
      return { QueryExecution: describeQuery(queries.get(QueryExecutionId)) };
    },
  };

  const BatchGetQueryExecution: Operation<{ QueryExecutionIds?: unknown[] }> = {
    permissions: ({ QueryExecutionIds }) =>
      (Array.isArray(QueryExecutionIds) ? QueryExecutionIds : []).flatMap((id) =>
        ofQuery('BatchGetQueryExecution', id),
      ),
    async run(input) {
      const { QueryExecutionIds } = parseInput(byIds, input);
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
  };

  const StopQueryExecution: Operation<ById> = {
    permissions: ({ QueryExecutionId }) => ofQuery('StopQueryExecution', QueryExecutionId),
    async run(input) {
      executor.stop(parseInput(byId, input).QueryExecutionId);
      return {};
    },
  };

  const ListQueryExecutions: Operation<{ WorkGroup?: string }> = {
    permissions: ({ WorkGroup }) => workGroups.permission('ListQueryExecutions', WorkGroup),
    async run(input) {
      const { WorkGroup = PRIMARY, MaxResults, NextToken } = parseInput(listInput, input);
      workGroups.get(WorkGroup);
      const { items, next } = pageOf(queries.ofWorkGroup(WorkGroup), onePage(MaxResults, NextToken));
      return { QueryExecutionIds: items.map((record) => record.id), NextToken: next };
    },
  };

  const GetQueryRuntimeStatistics: Operation<ById> = {
    permissions: ({ QueryExecutionId }) => ofQuery('GetQueryRuntimeStatistics', QueryExecutionId),
    async run(input) {
      const record = queries.get(parseInput(byId, input).QueryExecutionId);
      const { Statistics } = describeQuery(record);
      return {
        QueryRuntimeStatistics: {
          Timeline: {
            QueryQueueTimeInMillis: Statistics.QueryQueueTimeInMillis,
            EngineExecutionTimeInMillis: Statistics.EngineExecutionTimeInMillis,
            TotalExecutionTimeInMillis: Statistics.TotalExecutionTimeInMillis,
          },
          Rows: { InputBytes: record.bytes },
        },
      };
    },
  };

  return {
    GetQueryExecution,
    BatchGetQueryExecution,
    StopQueryExecution,
    ListQueryExecutions,
    GetQueryRuntimeStatistics,
  };
}
