import type { StackStore } from '../../assembly/stack-store.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import { onStack } from '../permission.ts';

export function listStacks(context: CloudContext, stacks: StackStore): Operation<{ StackStatusFilter?: string[] }> {
  return {
    permissions: () => onStack(context, 'ListStacks', undefined),
    async run({ StackStatusFilter }) {
      const asked = Array.isArray(StackStatusFilter) ? StackStatusFilter : [];
      const wanted = stacks.stacks().filter(({ status }) => asked.length === 0 || asked.includes(status));
      return {
        StackSummaries: wanted.map((stack) => ({
          StackId: stack.id,
          StackName: stack.name,
          TemplateDescription: stack.template.Description,
          CreationTime: new Date(stack.createdAt),
          LastUpdatedTime: stack.updatedAt === undefined ? undefined : new Date(stack.updatedAt),
          StackStatus: stack.status,
          StackStatusReason: stack.statusReason,
          DriftInformation: { StackDriftStatus: 'NOT_CHECKED' },
        })),
      };
    },
  };
}
