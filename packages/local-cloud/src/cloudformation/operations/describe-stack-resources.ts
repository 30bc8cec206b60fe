import type { StackStore } from '../../assembly/stack-store.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import { describeResource } from '../describe-resource.ts';
import { findStack } from '../find-stack.ts';
import { onStack } from '../permission.ts';

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
