import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import { principalId } from '../principal-id.ts';

/** "No permissions are required to perform this operation." */
export const getCallerIdentity = (context: CloudContext): Operation<unknown> => ({
  permissions: () => [],
  async run(_input, { caller }) {
    const session = caller.arn.slice(caller.arn.lastIndexOf('/') + 1);
    return {
      UserId: caller.roleArn ? `${principalId(caller.roleArn)}:${session}` : context.accountId,
      Account: context.accountId,
      Arn: caller.arn,
    };
  },
});
