import type { StackStore } from '../../assembly/stack-store.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import { findStack } from '../find-stack.ts';
import { onStack } from '../permission.ts';

export function getTemplate(context: CloudContext, stacks: StackStore): Operation<{ StackName?: string }> {
  return {
    permissions: ({ StackName }) => onStack(context, 'GetTemplate', StackName),
    run: async ({ StackName }) => ({
      TemplateBody: JSON.stringify(findStack(stacks, StackName).template, undefined, 1),
      StagesAvailable: ['Original', 'Processed'],
    }),
  };
}
