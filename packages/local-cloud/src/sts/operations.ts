import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CloudContext } from '../cloud-context.ts';
import { inputParser } from '../parse-input.ts';
import type { Operation } from '../service.ts';

/** `AROA…`: the id a role has besides its name. The same role always has the same one. */
export function principalId(roleArn: string): string {
  const digest = createHash('sha256').update(roleArn).digest('hex').toUpperCase();
  return `AROA${digest.slice(0, 17)}`;
}

const parseInput = inputParser({ invalid: 'ValidationError', missing: 'ValidationError' });

const schema = z.object({
  RoleArn: z
    .string()
    .min(20)
    .max(2048)
    .regex(/^arn:aws[\w-]*:iam::\d{12}:role\/[\w+=,.@/-]+$/),
  RoleSessionName: z
    .string()
    .min(2)
    .max(64)
    .regex(/^[\w+=,.@-]+$/),
  DurationSeconds: z.coerce.number().int().min(900).max(43_200).default(3600),
});

export const assumeRole = (context: CloudContext): Operation<unknown> => ({
  permissions: (input) => [
    { action: 'sts:AssumeRole', resource: String((input as { RoleArn?: unknown } | undefined)?.RoleArn) },
  ],
  async run(request) {
    const { RoleArn, RoleSessionName, DurationSeconds } = parseInput(schema, request);
    const caller = context.assumeRole(RoleArn, RoleSessionName);
    const { accessKeyId, secretAccessKey, sessionToken } = context.credentialsFor(caller, DurationSeconds);
    return {
      Credentials: {
        AccessKeyId: accessKeyId,
        SecretAccessKey: secretAccessKey,
        SessionToken: sessionToken,
        Expiration: new Date(Date.now() + DurationSeconds * 1000),
      },
      AssumedRoleUser: { AssumedRoleId: `${principalId(RoleArn)}:${RoleSessionName}`, Arn: caller.arn },
    };
  },
});

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
