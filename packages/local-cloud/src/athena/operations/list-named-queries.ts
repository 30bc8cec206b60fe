import { z } from 'zod';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { NamedQueries } from '../named-queries/named-queries.ts';
import { nextToken, onePage, parseInput, workGroupName } from '../request.ts';
import { PRIMARY, type WorkGroups } from '../workgroups/work-groups.ts';

const schema = z.looseObject({
  WorkGroup: workGroupName.optional(),
  MaxResults: z.number().int().min(0).max(50).optional(),
  NextToken: nextToken,
});

export const listNamedQueries = (queries: NamedQueries, workGroups: WorkGroups): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('ListNamedQueries', WorkGroup),
  async run(input) {
    const { WorkGroup = PRIMARY, MaxResults, NextToken } = parseInput(schema, input);
    const all = queries.ofWorkGroup(WorkGroup);
    const { items, next } = pageOf(all, onePage(MaxResults, NextToken));
    return { NamedQueryIds: items.map((query) => query.NamedQueryId), NextToken: next };
  },
});
