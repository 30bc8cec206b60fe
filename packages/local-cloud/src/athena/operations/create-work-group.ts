import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { invalidRequest } from '../errors.ts';
import { parseInput, workGroupName } from '../request.ts';
import { checkLocation, configuration } from '../workgroups/configuration.ts';
import type { WorkGroups } from '../workgroups/work-groups.ts';

const schema = z.looseObject({
  Name: workGroupName,
  Description: z.string().max(1024).optional(),
  Configuration: configuration.optional(),
});

export const createWorkGroup = (workGroups: WorkGroups): Operation<{ Name?: string }> => ({
  permissions: ({ Name }) => workGroups.permission('CreateWorkGroup', Name),
  async run(input) {
    const { Name, Description, Configuration = {} } = parseInput(schema, input);
    if (workGroups.has(Name)) throw invalidRequest('WorkGroup is already created');
    checkLocation(Configuration.ResultConfiguration?.OutputLocation);
    // A new workgroup holds its queries to its own settings unless told otherwise.
    const configured = {
      EnforceWorkGroupConfiguration: true,
      PublishCloudWatchMetricsEnabled: true,
      ...Configuration,
    };
    workGroups.put({
      name: Name,
      state: 'ENABLED',
      description: Description,
      configuration: configured,
      createdAt: Date.now(),
    });
    return {};
  },
});
