import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { parseInput, workGroupName } from '../request.ts';
import { describeWorkGroup } from '../workgroups/describe-work-group.ts';
import type { WorkGroups } from '../workgroups/work-groups.ts';

const schema = z.looseObject({ WorkGroup: workGroupName });

export const getWorkGroup = (workGroups: WorkGroups): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('GetWorkGroup', WorkGroup),
  async run(input) {
    const { WorkGroup } = parseInput(schema, input);
    return { WorkGroup: describeWorkGroup(workGroups.get(WorkGroup)) };
  },
});
