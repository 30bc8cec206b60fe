import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { NamedQueries } from '../named-queries/named-queries.ts';
import { namedQueryId, parseInput } from '../request.ts';
import type { WorkGroups } from '../workgroups/work-groups.ts';

const schema = z.looseObject({ NamedQueryIds: z.array(namedQueryId).min(1).max(50) });

export const batchGetNamedQuery = (
  queries: NamedQueries,
  workGroups: WorkGroups,
): Operation<{ NamedQueryIds?: unknown[] }> => ({
  permissions: ({ NamedQueryIds }) =>
    (Array.isArray(NamedQueryIds) ? NamedQueryIds : []).flatMap((one) =>
      workGroups.permission('BatchGetNamedQuery', queries.get(one)?.WorkGroup),
    ),
  async run(input) {
    const { NamedQueryIds } = parseInput(schema, input);
    return {
      NamedQueries: NamedQueryIds.flatMap((one) => queries.get(one) ?? []),
      UnprocessedNamedQueryIds: NamedQueryIds.filter((one) => !queries.get(one)).map((NamedQueryId) => ({
        NamedQueryId,
        ErrorCode: 'INVALID_INPUT',
        ErrorMessage: `NamedQuery ${NamedQueryId} was not found`,
      })),
    };
  },
});
