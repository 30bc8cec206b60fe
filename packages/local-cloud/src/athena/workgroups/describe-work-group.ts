import { ENGINE, type WorkGroupConfiguration, type WorkGroupRecord } from './work-groups.ts';

export const engineVersion = (configuration: WorkGroupConfiguration) => ({
  SelectedEngineVersion: configuration.EngineVersion?.SelectedEngineVersion ?? 'AUTO',
  EffectiveEngineVersion: ENGINE,
});

export function describeWorkGroup(record: WorkGroupRecord) {
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
