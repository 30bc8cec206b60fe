import { z } from 'zod';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import { invalidRequest } from '../errors.ts';
import { nextToken, onePage, parseInput, workGroupName } from '../request.ts';
import { ENGINE, PRIMARY, type WorkGroupConfiguration, type WorkGroupRecord, type WorkGroups } from './work-groups.ts';

const SMALLEST_CUTOFF = 10_000_000;

const configuration = z.looseObject({
  EnforceWorkGroupConfiguration: z.boolean().optional(),
  BytesScannedCutoffPerQuery: z.number().int().min(SMALLEST_CUTOFF).optional(),
  PublishCloudWatchMetricsEnabled: z.boolean().optional(),
  RequesterPaysEnabled: z.boolean().optional(),
  ResultConfiguration: z.looseObject({ OutputLocation: z.string().optional() }).optional(),
  EngineVersion: z.looseObject({ SelectedEngineVersion: z.string().optional() }).optional(),
});

const createInput = z.looseObject({
  Name: workGroupName,
  Description: z.string().max(1024).optional(),
  Configuration: configuration.optional(),
});

const updateInput = z.looseObject({
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

const byName = z.looseObject({ WorkGroup: workGroupName });
const listInput = z.looseObject({ MaxResults: z.number().int().min(1).max(50).optional(), NextToken: nextToken });

interface Named {
  readonly Name?: string;
  readonly WorkGroup?: string;
}

/** CreateWorkGroup, GetWorkGroup, ListWorkGroups, UpdateWorkGroup, DeleteWorkGroup */
export function workGroupOperations(workGroups: WorkGroups) {
  const permissions = (action: string) => (input: Named) =>
    workGroups.permission(action, input.WorkGroup ?? input.Name);

  const CreateWorkGroup: Operation<Named> = {
    permissions: permissions('CreateWorkGroup'),
    async run(input) {
      const { Name, Description, Configuration = {} } = parseInput(createInput, input);
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
  };

  const GetWorkGroup: Operation<Named> = {
    permissions: permissions('GetWorkGroup'),
    async run(input) {
      const { WorkGroup } = parseInput(byName, input);
      return { WorkGroup: describe(workGroups.get(WorkGroup)) };
    },
  };

  const ListWorkGroups: Operation = {
    permissions: () => [{ action: 'athena:ListWorkGroups', resource: '*' }],
    async run(input) {
      const { MaxResults, NextToken } = parseInput(listInput, input);
      const { items, next } = pageOf(workGroups.all(), onePage(MaxResults, NextToken));
      const WorkGroups = items.map((record) => ({
        Name: record.name,
        State: record.state,
        Description: record.description ?? '',
        CreationTime: new Date(record.createdAt),
        EngineVersion: engineVersion(record.configuration),
      }));
      return { WorkGroups, NextToken: next };
    },
  };

  const UpdateWorkGroup: Operation<Named> = {
    permissions: permissions('UpdateWorkGroup'),
    async run(input) {
      const { WorkGroup, Description, State, ConfigurationUpdates = {} } = parseInput(updateInput, input);
      const before = workGroups.get(WorkGroup);
      workGroups.put({
        ...before,
        state: State ?? before.state,
        description: Description ?? before.description,
        configuration: updated(before.configuration, ConfigurationUpdates),
      });
      return {};
    },
  };

  const DeleteWorkGroup: Operation<Named> = {
    permissions: permissions('DeleteWorkGroup'),
    async run(input) {
      const { WorkGroup } = parseInput(byName, input);
      if (WorkGroup === PRIMARY) throw invalidRequest('The primary workgroup cannot be deleted');
      workGroups.get(WorkGroup);
      workGroups.delete(WorkGroup);
      return {};
    },
  };

  return { CreateWorkGroup, GetWorkGroup, ListWorkGroups, UpdateWorkGroup, DeleteWorkGroup };
}

function updated(
  before: WorkGroupConfiguration,
  updates: NonNullable<z.output<typeof updateInput>['ConfigurationUpdates']>,
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

export function checkLocation(location: string | undefined): void {
  if (location !== undefined && location !== '' && !/^s3:\/\/[^/]+(\/.*)?$/s.test(location)) {
    throw invalidRequest(`outputLocation is not a valid S3 path: ${location}`);
  }
}

const engineVersion = (configuration: WorkGroupConfiguration) => ({
  SelectedEngineVersion: configuration.EngineVersion?.SelectedEngineVersion ?? 'AUTO',
  EffectiveEngineVersion: ENGINE,
});

function describe(record: WorkGroupRecord) {
  return {
    Name: record.name,
    State: record.state,
    Description: record.description ?? '',
    CreationTime: new Date(record.createdAt),
    Configuration: {
      EnforceWorkGroupConfiguration: false,
      PublishCloudWatchMetricsEnabled: false,
      RequesterPaysEnabled: false,
      ResultConfiguration: {},
      ...record.configuration,
      EngineVersion: engineVersion(record.configuration),
    },
  };
}
