import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { NamedQueries } from '../named-queries/named-queries.ts';
import { namedQueryId, parseInput } from '../request.ts';
import type { WorkGroups } from '../workgroups/work-groups.ts';

const schema = z.looseObject({ NamedQueryId: namedQueryId });

export const getNamedQuery = (queries: NamedQueries, workGroups: WorkGroups): Operation<{ NamedQueryId?: string }> => ({
  permissions: ({ NamedQueryId }) => workGroups.permission('GetNamedQuery', queries.get(NamedQueryId)?.WorkGroup),
  async run(input) {
    return { NamedQuery: queries.find(parseInput(schema, input).NamedQueryId) };
  },
});
