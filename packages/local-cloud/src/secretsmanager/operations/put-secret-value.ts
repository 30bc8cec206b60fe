import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { CURRENT, withVersion } from '../secret.ts';
import { newVersion, type Secrets, secretId, valueFields } from '../secrets.ts';

const schema = z.object({
  SecretId: secretId,
  VersionStages: z.array(z.string().min(1).max(256)).min(1).max(20).default([CURRENT]),
  ...valueFields,
});

export const putSecretValue = (secrets: Secrets): Operation<unknown> => ({
  permissions: secrets.permission('PutSecretValue'),
  async run(request) {
    const input = parseInput(schema, request);
    const secret = secrets.getUsable(input.SecretId);
    const version = newVersion(input, input.VersionStages);
    const existing = secret.versions.find(({ id }) => id === version.id);
    if (existing && (existing.text !== version.text || existing.binary !== version.binary)) {
      throw new AwsError(
        'ResourceExistsException',
        `The secret ${secret.name} already has a version ${version.id} with another value. Send a new ClientRequestToken.`,
      );
    }
    if (!existing) secrets.put(withVersion(secret, version, Date.now()));
    return { ARN: secret.arn, Name: secret.name, VersionId: version.id, VersionStages: (existing ?? version).stages };
  },
});
