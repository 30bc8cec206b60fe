import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { type Secrets, secretId } from '../secrets.ts';

const DAY_MS = 24 * 3600 * 1000;

const schema = z.object({
  SecretId: secretId,
  RecoveryWindowInDays: z.int().min(7).max(30).optional(),
  ForceDeleteWithoutRecovery: z.boolean().default(false),
});

export const deleteSecret = (secrets: Secrets): Operation<unknown> => ({
  permissions: secrets.permission('DeleteSecret'),
  async run(request) {
    const { SecretId, RecoveryWindowInDays, ForceDeleteWithoutRecovery } = parseInput(schema, request);
    if (ForceDeleteWithoutRecovery && RecoveryWindowInDays !== undefined) {
      throw new AwsError(
        'InvalidParameterException',
        "You can't use ForceDeleteWithoutRecovery in conjunction with RecoveryWindowInDays.",
      );
    }
    const secret = secrets.get(SecretId);
    const deleteAt = Date.now() + (ForceDeleteWithoutRecovery ? 0 : (RecoveryWindowInDays ?? 30) * DAY_MS);
    if (ForceDeleteWithoutRecovery) secrets.remove(secret);
    else secrets.put({ ...secrets.getUsable(SecretId), deleteAt });
    return { ARN: secret.arn, Name: secret.name, DeletionDate: new Date(deleteAt) };
  },
});
