import type { StackStore } from '../../assembly/stack-store.ts';
import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import { onStack } from '../permission.ts';

export function listExports(context: CloudContext, stacks: StackStore): Operation {
  return {
    permissions: () => onStack(context, 'ListExports', undefined),
    run: async () => ({
      Exports: stacks
        .exports()
        .map(({ name, value, stack }) => ({ Name: name, Value: value, ExportingStackId: stack.id })),
    }),
  };
}
