import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { CURRENT, withVersion } from '../secret.ts';
import { hasValue, newVersion, type Secrets, secretId, valueFields } from '../secrets.ts';

const schema = z.object({
  SecretId: secretId,
  Description: z.string().max(2048).optional(),
  KmsKeyId: z.string().max(2048).optional(),
  ...valueFields,
});

export const updateSecret = (secrets: Secrets): Operation<unknown> => ({
  permissions: secrets.permission('UpdateSecret'),
  async run(request) {
    const input = parseInput(schema, request);
    const secret = secrets.getUsable(input.SecretId);
    const described = {
      ...secret,
      description: input.Description ?? secret.description,
      kmsKeyId: input.KmsKeyId ?? secret.kmsKeyId,
      changedAt: Date.now(),
    };
    const version = hasValue(input) ? newVersion(input, [CURRENT]) : undefined;
    secrets.put(version ? withVersion(described, version, Date.now()) : described);
    return { ARN: secret.arn, Name: secret.name, ...(version && { VersionId: version.id }) };
  },
});
