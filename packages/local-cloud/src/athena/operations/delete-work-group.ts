import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { invalidRequest } from '../errors.ts';
import type { NamedQueries } from '../named-queries/named-queries.ts';
import type { Queries } from '../queries/queries.ts';
import { parseInput, workGroupName } from '../request.ts';
import { PRIMARY, type WorkGroups } from '../workgroups/work-groups.ts';

const schema = z.looseObject({ WorkGroup: workGroupName, RecursiveDeleteOption: z.boolean().optional() });

interface Contents {
  readonly queries: Queries;
  readonly namedQueries: NamedQueries;
}

/** Named queries and the history of what ran in it are its contents. */
export const deleteWorkGroup = (
  workGroups: WorkGroups,
  { queries, namedQueries }: Contents,
): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('DeleteWorkGroup', WorkGroup),
  async run(input) {
    const { WorkGroup, RecursiveDeleteOption } = parseInput(schema, input);
    if (WorkGroup === PRIMARY) throw invalidRequest('The primary workgroup cannot be deleted');
    workGroups.get(WorkGroup);
    const isEmpty = queries.ofWorkGroup(WorkGroup).length === 0 && namedQueries.ofWorkGroup(WorkGroup).length === 0;
    if (!isEmpty && !RecursiveDeleteOption) throw invalidRequest(`WorkGroup ${WorkGroup} is not empty`);
    workGroups.delete(WorkGroup);
    return {};
  },
});
