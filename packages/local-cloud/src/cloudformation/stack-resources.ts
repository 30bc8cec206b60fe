import type { ResourceRecord, StackStore } from '../assembly/stack-store.ts';
import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import type { Operation } from '../service.ts';
import { findStack } from './find-stack.ts';
import { onStack } from './permission.ts';

interface Input {
  readonly StackName?: string;
  readonly LogicalResourceId?: string;
}

/** DescribeStackResources, DescribeStackResource and ListStackResources: one list, three shapes. */
export function stackResources(context: CloudContext, stacks: StackStore) {
  const DescribeStackResources: Operation<Input> = {
    permissions: ({ StackName }) => onStack(context, 'DescribeStackResources', StackName),
    async run({ StackName, LogicalResourceId }) {
      const stack = findStack(stacks, StackName);
      const found = stacks
        .resources(stack.name)
        .filter(({ logicalId }) => !LogicalResourceId || logicalId === LogicalResourceId);
      return {
        StackResources: found.map((resource) => ({
          StackName: stack.name,
          StackId: stack.id,
          ...identity(resource),
          Timestamp: new Date(resource.updatedAt),
        })),
      };
    },
  };

  const DescribeStackResource: Operation<Input> = {
    permissions: ({ StackName }) => onStack(context, 'DescribeStackResource', StackName),
    async run({ StackName, LogicalResourceId = '' }) {
      const stack = findStack(stacks, StackName);
      const resource = stacks.resource(stack.name, LogicalResourceId);
      if (!resource) {
        throw new AwsError('ValidationError', `Resource ${LogicalResourceId} does not exist for stack ${stack.name}`);
      }
      return {
        StackResourceDetail: {
          StackName: stack.name,
          StackId: stack.id,
          ...identity(resource),
          LastUpdatedTimestamp: new Date(resource.updatedAt),
        },
      };
    },
  };

  const ListStackResources: Operation<Input> = {
    permissions: ({ StackName }) => onStack(context, 'ListStackResources', StackName),
    async run({ StackName }) {
      const stack = findStack(stacks, StackName);
      return {
        StackResourceSummaries: stacks.resources(stack.name).map((resource) => ({
          ...identity(resource),
          LastUpdatedTimestamp: new Date(resource.updatedAt),
        })),
      };
    },
  };

  return { DescribeStackResources, DescribeStackResource, ListStackResources };
}

const identity = ({ logicalId, physicalId, type, status }: ResourceRecord) => ({
  LogicalResourceId: logicalId,
  PhysicalResourceId: physicalId,
  ResourceType: type,
  ResourceStatus: status,
  DriftInformation: { StackResourceDriftStatus: 'NOT_CHECKED' },
});
