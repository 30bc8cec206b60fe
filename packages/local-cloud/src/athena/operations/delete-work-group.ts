import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { invalidRequest } from '../errors.ts';
import { parseInput, workGroupName } from '../request.ts';
import { PRIMARY, type WorkGroups } from '../workgroups/work-groups.ts';

const schema = z.looseObject({ WorkGroup: workGroupName });

export const deleteWorkGroup = (workGroups: WorkGroups): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('DeleteWorkGroup', WorkGroup),
  async run(input) {
    const { WorkGroup } = parseInput(schema, input);
    if (WorkGroup === PRIMARY) throw invalidRequest('The primary workgroup cannot be deleted');
    workGroups.get(WorkGroup);
    workGroups.delete(WorkGroup);
    return {};
  },
});
