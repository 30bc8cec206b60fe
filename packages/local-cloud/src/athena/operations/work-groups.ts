import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { NamedQueries } from '../named-queries/named-queries.ts';
import type { Queries } from '../queries/queries.ts';
import { invalidRequest, parseInput, workGroupName } from '../request.ts';
import {
  checkLocation,
  configuration,
  describeWorkGroup,
  PRIMARY,
  type WorkGroupConfiguration,
  type WorkGroups,
} from '../workgroups/work-groups.ts';

const createWorkGroupSchema = z.looseObject({
  Name: workGroupName,
  Description: z.string().max(1024).optional(),
  Configuration: configuration.optional(),
});

export const createWorkGroup = (workGroups: WorkGroups): Operation<{ Name?: string }> => ({
  permissions: ({ Name }) => workGroups.permission('CreateWorkGroup', Name),
  async run(input) {
    const { Name, Description, Configuration = {} } = parseInput(createWorkGroupSchema, input);
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

const getWorkGroupSchema = z.looseObject({ WorkGroup: workGroupName });

export const getWorkGroup = (workGroups: WorkGroups): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('GetWorkGroup', WorkGroup),
  async run(input) {
    const { WorkGroup } = parseInput(getWorkGroupSchema, input);
    return { WorkGroup: describeWorkGroup(workGroups.get(WorkGroup)) };
  },
});

const updateWorkGroupSchema = z.looseObject({
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
    const { WorkGroup, Description, State, ConfigurationUpdates = {} } = parseInput(updateWorkGroupSchema, input);
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
  updates: NonNullable<z.output<typeof updateWorkGroupSchema>['ConfigurationUpdates']>,
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

const deleteWorkGroupSchema = z.looseObject({
  WorkGroup: workGroupName,
  RecursiveDeleteOption: z.boolean().optional(),
});

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
    const { WorkGroup, RecursiveDeleteOption } = parseInput(deleteWorkGroupSchema, input);
    if (WorkGroup === PRIMARY) throw invalidRequest('The primary workgroup cannot be deleted');
    workGroups.get(WorkGroup);
    const isEmpty = queries.ofWorkGroup(WorkGroup).length === 0 && namedQueries.ofWorkGroup(WorkGroup).length === 0;
    if (!isEmpty && !RecursiveDeleteOption) throw invalidRequest(`WorkGroup ${WorkGroup} is not empty`);
    workGroups.delete(WorkGroup);
    return {};
  },
});
