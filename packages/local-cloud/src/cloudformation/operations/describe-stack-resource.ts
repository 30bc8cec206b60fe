import type { StackStore } from '../../assembly/stack-store.ts';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import { describeResource } from '../describe-resource.ts';
import { findStack } from '../find-stack.ts';
import { onStack } from '../permission.ts';

interface Input {
  readonly StackName?: string;
  readonly LogicalResourceId?: string;
}

export const describeStackResource = (context: CloudContext, stacks: StackStore): Operation<Input> => ({
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
        ...describeResource(resource),
        LastUpdatedTimestamp: new Date(resource.updatedAt),
      },
    };
  },
});
