import type { ResourceRecord } from '../assembly/stack-store.ts';

/** What all answers say of a resource. */
export const describeResource = ({ logicalId, physicalId, type, status }: ResourceRecord) => ({
  LogicalResourceId: logicalId,
  PhysicalResourceId: physicalId,
  ResourceType: type,
  ResourceStatus: status,
  DriftInformation: { StackResourceDriftStatus: 'NOT_CHECKED' },
});
