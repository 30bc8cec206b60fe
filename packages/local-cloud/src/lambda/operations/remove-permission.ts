import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import { resourceArn } from '../function-name.ts';
import type { Functions } from '../functions.ts';
import { checkRevision } from '../revision.ts';

interface Input {
  readonly FunctionName?: unknown;
  readonly StatementId?: unknown;
  readonly RevisionId?: unknown;
}

export const removePermission = (functions: Functions): Operation<Input> => ({
  permissions: (input) => [
    { action: 'lambda:RemovePermission', resource: resourceArn(functions.context, input.FunctionName) },
  ],
  async run(input) {
    const record = functions.named(input.FunctionName);
    checkRevision(record, input.RevisionId);
    const policy = record.policy.filter(({ Sid }) => Sid !== input.StatementId);
    if (policy.length === record.policy.length) {
      const message = `Statement ${String(input.StatementId)} is not found in resource policy.`;
      throw new AwsError('ResourceNotFoundException', message, 404);
    }
    functions.save({ ...record, policy });
    return {};
  },
});
