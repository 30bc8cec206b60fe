import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { QueryParts } from '../queries/query-parts.ts';
import { parseInput, queryExecutionId } from '../request.ts';

const schema = z.looseObject({ QueryExecutionId: queryExecutionId });

export const stopQueryExecution = ({
  queries,
  workGroups,
  executor,
}: QueryParts): Operation<{ QueryExecutionId?: string }> => ({
  permissions: ({ QueryExecutionId }) =>
    workGroups.permission('StopQueryExecution', queries.find(QueryExecutionId)?.workGroup),
  async run(input) {
    executor.stop(parseInput(schema, input).QueryExecutionId);
    return {};
  },
});
