import { z } from 'zod';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { QueryParts } from '../queries/query-parts.ts';
import { nextToken, onePage, parseInput, workGroupName } from '../request.ts';
import { PRIMARY } from '../workgroups/work-groups.ts';

const schema = z.looseObject({
  WorkGroup: workGroupName.optional(),
  MaxResults: z.number().int().min(0).max(50).optional(),
  NextToken: nextToken,
});

export const listQueryExecutions = ({ queries, workGroups }: QueryParts): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('ListQueryExecutions', WorkGroup),
  async run(input) {
    const { WorkGroup = PRIMARY, MaxResults, NextToken } = parseInput(schema, input);
    workGroups.get(WorkGroup);
    const { items, next } = pageOf(queries.ofWorkGroup(WorkGroup), onePage(MaxResults, NextToken));
    return { QueryExecutionIds: items.map((record) => record.id), NextToken: next };
  },
});
