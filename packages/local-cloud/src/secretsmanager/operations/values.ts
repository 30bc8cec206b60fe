import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { CURRENT, withVersion } from '../secret.ts';
import { hasValue, newVersion, type Secrets, secretId, valueFields } from '../secrets.ts';

const getSecretValueSchema = z.object({
  SecretId: secretId,
  VersionId: z.string().min(32).max(64).optional(),
  VersionStage: z.string().min(1).max(256).optional(),
});

export const getSecretValue = (secrets: Secrets): Operation<unknown> => ({
  permissions: secrets.permission('GetSecretValue'),
  async run(request, { caller }) {
    const { SecretId, VersionId, VersionStage } = parseInput(getSecretValueSchema, request);
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

const putSecretValueSchema = z.object({
  SecretId: secretId,
  VersionStages: z.array(z.string().min(1).max(256)).min(1).max(20).default([CURRENT]),
  ...valueFields,
});

export const putSecretValue = (secrets: Secrets): Operation<unknown> => ({
  permissions: secrets.permission('PutSecretValue'),
  async run(request) {
    const input = parseInput(putSecretValueSchema, request);
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

const updateSecretSchema = z.object({
  SecretId: secretId,
  Description: z.string().max(2048).optional(),
  KmsKeyId: z.string().max(2048).optional(),
  ...valueFields,
});

export const updateSecret = (secrets: Secrets): Operation<unknown> => ({
  permissions: secrets.permission('UpdateSecret'),
  async run(request) {
    const input = parseInput(updateSecretSchema, request);
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
