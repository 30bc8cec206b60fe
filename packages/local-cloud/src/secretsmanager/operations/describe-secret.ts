import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { type Secret, versionsToStages } from '../secret.ts';
import { type Secrets, secretId } from '../secrets.ts';

const schema = z.object({ SecretId: secretId });

export const describeSecret = (secrets: Secrets): Operation<unknown> => ({
  permissions: secrets.permission('DescribeSecret'),
  async run(request) {
    const secret = secrets.get(parseInput(schema, request).SecretId);
    return { ...description(secret), VersionIdsToStages: versionsToStages(secret) };
  },
});

/** What DescribeSecret and ListSecrets tell alike; never a value. */
export function description(secret: Secret): Record<string, unknown> {
  return {
    ARN: secret.arn,
    Name: secret.name,
    Description: secret.description,
    KmsKeyId: secret.kmsKeyId,
    Tags: secret.tags,
    CreatedDate: new Date(secret.createdAt),
    LastChangedDate: new Date(secret.changedAt),
    ...(secret.deleteAt !== undefined && { DeletedDate: new Date(secret.deleteAt) }),
  };
}
