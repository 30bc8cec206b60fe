import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { parseInput, workGroupName } from '../request.ts';
import { checkLocation, configuration } from '../workgroups/configuration.ts';
import type { WorkGroupConfiguration, WorkGroups } from '../workgroups/work-groups.ts';

const schema = z.looseObject({
  WorkGroup: workGroupName,
  Description: z.string().max(1024).optional(),
  State: z.enum(['ENABLED', 'DISABLED']).optional(),
  ConfigurationUpdates: z
    .looseObject({
      ...configuration.shape,
      RemoveBytesScannedCutoffPerQuery: z.boolean().optional(),
      ResultConfigurationUpdates: z
        .looseObject({ OutputLocation: z.string().optional(), RemoveOutputLocation: z.boolean().optional() })
        .optional(),
    })
    .optional(),
});

export const updateWorkGroup = (workGroups: WorkGroups): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('UpdateWorkGroup', WorkGroup),
  async run(input) {
    const { WorkGroup, Description, State, ConfigurationUpdates = {} } = parseInput(schema, input);
    const before = workGroups.get(WorkGroup);
    workGroups.put({
      ...before,
      state: State ?? before.state,
      description: Description ?? before.description,
      configuration: updated(before.configuration, ConfigurationUpdates),
    });
    return {};
  },
});

function updated(
  before: WorkGroupConfiguration,
  updates: NonNullable<z.output<typeof schema>['ConfigurationUpdates']>,
): WorkGroupConfiguration {
  const { RemoveBytesScannedCutoffPerQuery, ResultConfigurationUpdates: results, ...others } = updates;
  const configuration: Record<string, unknown> = { ...before, ...others };
  if (RemoveBytesScannedCutoffPerQuery) delete configuration.BytesScannedCutoffPerQuery;
  if (results) {
    const { RemoveOutputLocation, ...given } = results;
    checkLocation(given.OutputLocation);
    const after: Record<string, unknown> = { ...before.ResultConfiguration, ...given };
    if (RemoveOutputLocation) delete after.OutputLocation;
    configuration.ResultConfiguration = after;
  }
  return configuration;
}
