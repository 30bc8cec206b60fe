import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { describeQuery } from '../queries/describe-query.ts';
import type { QueryParts } from '../queries/query-parts.ts';
import { parseInput, queryExecutionId } from '../request.ts';

const schema = z.looseObject({ QueryExecutionId: queryExecutionId });

export const getQueryExecution = ({ queries, workGroups }: QueryParts): Operation<{ QueryExecutionId?: string }> => ({
  permissions: ({ QueryExecutionId }) =>
    workGroups.permission('GetQueryExecution', queries.find(QueryExecutionId)?.workGroup),
  async run(input) {
    const { QueryExecutionId } = parseInput(schema, input);
    return { QueryExecution: describeQuery(queries.get(QueryExecutionId)) };
  },
});
