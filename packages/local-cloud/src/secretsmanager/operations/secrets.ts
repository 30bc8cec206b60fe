import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { CURRENT, type Secret } from '../secret.ts';
import { hasValue, newVersion, type Secrets, secretId, valueFields } from '../secrets.ts';

const createSecretSchema = z.object({
  Name: z
    .string()
    .min(1)
    .max(512)
    .regex(/^[A-Za-z0-9/_+=.@-]+$/),
  Description: z.string().max(2048).optional(),
  KmsKeyId: z.string().max(2048).optional(),
  Tags: z.array(z.object({ Key: z.string().min(1).max(128), Value: z.string().max(256) })).default([]),
  ...valueFields,
});

export const createSecret = (secrets: Secrets): Operation<unknown> => ({
  permissions: (input) => [
    {
      action: 'secretsmanager:CreateSecret',
      resource: secrets.nameResource((input as { Name?: unknown } | undefined)?.Name),
    },
  ],
  async run(request) {
    const input = parseInput(createSecretSchema, request);
    const existing = secrets.find(input.Name);
    if (existing?.deleteAt !== undefined) {
      throw new AwsError(
        'InvalidRequestException',
        "You can't create this secret because a secret with this name is already scheduled for deletion.",
      );
    }
    if (existing) {
      throw new AwsError(
        'ResourceExistsException',
        `The operation failed because the secret ${input.Name} already exists.`,
      );
    }
    const now = Date.now();
    const version = hasValue(input) ? newVersion(input, [CURRENT]) : undefined;
    const secret: Secret = {
      name: input.Name,
      arn: secrets.newArn(input.Name),
      description: input.Description,
      kmsKeyId: input.KmsKeyId,
      tags: input.Tags,
      versions: version ? [version] : [],
      createdAt: now,
      changedAt: now,
    };
    secrets.put(secret);
    return { ARN: secret.arn, Name: secret.name, ...(version && { VersionId: version.id }) };
  },
});

const DAY_MS = 24 * 3600 * 1000;

const deleteSecretSchema = z.object({
  SecretId: secretId,
  RecoveryWindowInDays: z.int().min(7).max(30).optional(),
  ForceDeleteWithoutRecovery: z.boolean().default(false),
});

export const deleteSecret = (secrets: Secrets): Operation<unknown> => ({
  permissions: secrets.permission('DeleteSecret'),
  async run(request) {
    const { SecretId, RecoveryWindowInDays, ForceDeleteWithoutRecovery } = parseInput(deleteSecretSchema, request);
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
