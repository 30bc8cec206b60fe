import type { StackRecord, StackStore } from '../../assembly/stack-store.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import { describeResource } from '../describe-resource.ts';
import { findStack } from '../find-stack.ts';
import { onStack } from '../permission.ts';

export function describeStacks(context: CloudContext, stacks: StackStore): Operation<{ StackName?: string }> {
  return {
    permissions: ({ StackName }) => onStack(context, 'DescribeStacks', StackName),
    async run({ StackName }) {
      const found = StackName ? [findStack(stacks, StackName)] : stacks.stacks();
      return { Stacks: found.map(describe) };
    },
  };
}

function describe(stack: StackRecord) {
  return {
    StackId: stack.id,
    StackName: stack.name,
    Description: stack.template.Description,
    CreationTime: new Date(stack.createdAt),
    LastUpdatedTime: stack.updatedAt === undefined ? undefined : new Date(stack.updatedAt),
    RollbackConfiguration: {},
    StackStatus: stack.status,
    StackStatusReason: stack.statusReason,
    DisableRollback: false,
    NotificationARNs: [],
    Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
    Parameters: Object.entries(stack.parameters).map(([ParameterKey, ParameterValue]) => ({
      ParameterKey,
      ParameterValue,
    })),
    Outputs: stack.outputs.map(({ key, value, description, exportName }) => ({
      OutputKey: key,
      OutputValue: value,
      Description: description,
      ExportName: exportName,
    })),
    Tags: Object.entries(stack.tags).map(([Key, Value]) => ({ Key, Value })),
    EnableTerminationProtection: false,
    DriftInformation: { StackDriftStatus: 'NOT_CHECKED' },
  };
}

interface Input {
  readonly StackName?: string;
  readonly LogicalResourceId?: string;
}

export const describeStackResources = (context: CloudContext, stacks: StackStore): Operation<Input> => ({
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
        ...describeResource(resource),
        Timestamp: new Date(resource.updatedAt),
      })),
    };
  },
});
