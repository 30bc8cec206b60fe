import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import { resourceArn } from '../function-name.ts';
import type { Functions } from '../functions.ts';

export const getPolicy = (functions: Functions): Operation<{ FunctionName?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:GetPolicy', resource: resourceArn(functions.context, input.FunctionName) },
  ],
  async run(input) {
    const { policy, revisionId } = functions.named(input.FunctionName);
    if (policy.length === 0) {
      throw new AwsError('ResourceNotFoundException', 'The resource you requested does not exist.', 404);
    }
    return {
      Policy: JSON.stringify({ Version: '2012-10-17', Id: 'default', Statement: policy }),
      RevisionId: revisionId,
    };
  },
});
