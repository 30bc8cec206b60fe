import type { Scope } from '../scope.ts';

/** One CloudFormation function: its unresolved argument in, its value out. */
export type Intrinsic = (argument: unknown, scope: Scope) => unknown;
