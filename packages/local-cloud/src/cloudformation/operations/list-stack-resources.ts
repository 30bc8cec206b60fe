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

export const listStackResources = (context: CloudContext, stacks: StackStore): Operation<Input> => ({
  permissions: ({ StackName }) => onStack(context, 'ListStackResources', StackName),
  async run({ StackName }) {
    const stack = findStack(stacks, StackName);
    return {
      StackResourceSummaries: stacks.resources(stack.name).map((resource) => ({
        ...describeResource(resource),
        LastUpdatedTimestamp: new Date(resource.updatedAt),
      })),
    };
  },
});
