import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { CURRENT } from '../secret.ts';
import { type Secrets, secretId } from '../secrets.ts';

const schema = z.object({
  SecretId: secretId,
  VersionId: z.string().min(32).max(64).optional(),
  VersionStage: z.string().min(1).max(256).optional(),
});

export const getSecretValue = (secrets: Secrets): Operation<unknown> => ({
  permissions: secrets.permission('GetSecretValue'),
  async run(request, { caller }) {
    const { SecretId, VersionId, VersionStage } = parseInput(schema, request);
    const secret = secrets.getUsable(SecretId);
    const stage = VersionStage ?? (VersionId === undefined ? CURRENT : undefined);
    const version = secret.versions.find(
      ({ id, stages }) =>
        (VersionId === undefined || id === VersionId) && (stage === undefined || stages.includes(stage)),
    );
    if (!version) {
      const wanted = VersionId === undefined ? `staging label: ${stage}` : `VersionId: ${VersionId}`;
      throw new AwsError(
        'ResourceNotFoundException',
        `Secrets Manager can't find the specified secret value for ${wanted}`,
      );
    }
    secrets.requireKey(secret, caller);
    return {
      ARN: secret.arn,
      Name: secret.name,
      VersionId: version.id,
      ...(version.text !== undefined ? { SecretString: version.text } : { SecretBinary: version.binary }),
      VersionStages: version.stages,
      CreatedDate: new Date(version.createdAt),
    };
  },
});
