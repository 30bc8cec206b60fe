import type { StackStore } from '../assembly/stack-store.ts';
import type { CloudContext } from '../cloud-context.ts';
import { queryProtocol } from '../gateway/query-protocol.ts';
import type { Service } from '../service.ts';
import { describeStackResources, describeStacks } from './operations/stacks.ts';

/** Reads what the loader has made of the assemblies. Stacks are made and changed by loading, never over this API. */
export function createCloudFormationService(context: CloudContext, stacks: StackStore): Service {
  return {
    name: 'cloudformation',
    protocol: queryProtocol('http://cloudformation.amazonaws.com/doc/2010-05-15/'),
    operations: {
      DescribeStacks: describeStacks(context, stacks),
      DescribeStackResources: describeStackResources(context, stacks),
    },
    close: async () => stacks.close(),
  };
}
