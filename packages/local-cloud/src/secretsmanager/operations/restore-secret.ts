import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { type Secrets, secretId } from '../secrets.ts';

const schema = z.object({ SecretId: secretId });

export const restoreSecret = (secrets: Secrets): Operation<unknown> => ({
  permissions: secrets.permission('RestoreSecret'),
  async run(request) {
    const { deleteAt: _, ...secret } = secrets.get(parseInput(schema, request).SecretId);
    secrets.put(secret);
    return { ARN: secret.arn, Name: secret.name };
  },
});
