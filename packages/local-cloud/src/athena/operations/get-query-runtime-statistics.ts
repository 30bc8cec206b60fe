import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { describeQuery } from '../queries/describe-query.ts';
import type { QueryParts } from '../queries/query-parts.ts';
import { parseInput, queryExecutionId } from '../request.ts';

const schema = z.looseObject({ QueryExecutionId: queryExecutionId });

export const getQueryRuntimeStatistics = ({
  queries,
  workGroups,
}: QueryParts): Operation<{ QueryExecutionId?: string }> => ({
  permissions: ({ QueryExecutionId }) =>
    workGroups.permission('GetQueryRuntimeStatistics', queries.find(QueryExecutionId)?.workGroup),
  async run(input) {
    const record = queries.get(parseInput(schema, input).QueryExecutionId);
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
});
