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
  /** Takes up what an earlier stack of the same name has left, as `cdk import` does. Default: false */
  readonly importsExisting?: boolean;
  /** Makes anew what stacks have lost with damaged files. Default: false */
  readonly repairs?: boolean;
}
