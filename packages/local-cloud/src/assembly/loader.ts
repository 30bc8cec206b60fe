import type { CloudContext } from '../cloud-context.ts';
import type { Authorizer } from '../iam/authorizer.ts';
import type { PolicyStore } from '../iam/policy-store.ts';
import type { StackStore } from './stack-store.ts';

/** What loading an assembly works on. */
export interface Loader {
  readonly context: CloudContext;
  readonly policies: PolicyStore;
  readonly authorizer: Authorizer;
  readonly stacks: StackStore;
}
