import type { ResourceRecord, StackRecord, StackStore } from '../../assembly/stack-store.ts';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Operation, Permission } from '../../service.ts';

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

/** What all answers say of a resource. */
export const describeResource = ({ logicalId, physicalId, type, status }: ResourceRecord) => ({
  LogicalResourceId: logicalId,
  PhysicalResourceId: physicalId,
  ResourceType: type,
  ResourceStatus: status,
  DriftInformation: { StackResourceDriftStatus: 'NOT_CHECKED' },
});

/** By name or by id; CloudFormation answers with a ValidationError when there is none. */
export function findStack(stacks: StackStore, nameOrId: unknown): StackRecord {
  if (typeof nameOrId !== 'string' || nameOrId === '') {
    throw new AwsError(
      'ValidationError',
      "1 validation error detected: Value null at 'stackName' failed to satisfy constraint: Member must not be null",
    );
  }
  const stack = stacks.stack(nameOrId);
  if (!stack) throw new AwsError('ValidationError', `Stack with id ${nameOrId} does not exist`);
  return stack;
}

/** CloudFormation's actions are on one stack, or on all of them. */
export function onStack(context: CloudContext, action: string, nameOrId: unknown): Permission[] {
  const prefix = `arn:aws:cloudformation:${context.region}:${context.accountId}:stack`;
  const name = typeof nameOrId === 'string' ? nameOrId : '*';
  const resource = name.startsWith('arn:') || name === '*' ? name : `${prefix}/${name}/*`;
  return [{ action: `cloudformation:${action}`, resource }];
}
