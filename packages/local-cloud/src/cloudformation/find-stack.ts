import type { StackRecord, StackStore } from '../assembly/stack-store.ts';
import { AwsError } from '../aws-error.ts';

/** By name or by id; CloudFormation answers with a ValidationError when there is none. */
export function findStack(stacks: StackStore, nameOrId: unknown): StackRecord {
  if (typeof nameOrId !== 'string' || nameOrId === '') {
    throw new AwsError(
      'ValidationError',
      "1 validation error detected: Value null at 'stackName' failed to satisfy constraint: Member must not be null",
    );
  }
  const stack = stacks.stack(nameOrId);
  if (!stack) throw new AwsError('ValidationError', `Stack with id ${nameOrId} does not exist`);
  return stack;
}
