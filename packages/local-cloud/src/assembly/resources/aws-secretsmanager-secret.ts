import { isDeepStrictEqual } from 'node:util';
import type { ResourceHandler } from '../resource-handler.ts';
import { type GenerateSecretString, generateSecretString } from './generate-secret-string.ts';

interface Secret {
  readonly Description?: string;
  readonly GenerateSecretString?: GenerateSecretString;
  readonly KmsKeyId?: string;
  readonly Name?: string;
  readonly SecretString?: string;
}

export const secret: ResourceHandler<Secret> = {
  type: 'AWS::SecretsManager::Secret',
  properties: ['Description', 'GenerateSecretString', 'KmsKeyId', 'Name', 'SecretString'],
  ignored: ['Tags'],
  replacedBy: ['Name'],
  customName: ({ Name }) => Name,
  async create(request) {
    const { Description, GenerateSecretString, KmsKeyId, Name, SecretString } = request.properties;
    const value = SecretString ?? (GenerateSecretString && generateSecretString(GenerateSecretString));
    const { ARN } = await request.call<{ ARN: string }>('secretsmanager', 'CreateSecret', {
      Name: Name ?? request.generateName(),
      Description,
      KmsKeyId,
      ...(value === undefined ? {} : { SecretString: value }),
    });
    return { ref: ARN, attributes: { Id: ARN } };
  },
  /** A value that was put there by hand is overwritten only when the template asks for another one. */
  async update(request, { ref, attributes, properties: before }) {
    const { GenerateSecretString, KmsKeyId, SecretString } = request.properties;
    if (KmsKeyId !== before.KmsKeyId) await request.call('secretsmanager', 'UpdateSecret', { SecretId: ref, KmsKeyId });
    if (SecretString !== undefined && SecretString !== before.SecretString) {
      await request.call('secretsmanager', 'PutSecretValue', { SecretId: ref, SecretString });
    } else if (GenerateSecretString && !isDeepStrictEqual(GenerateSecretString, before.GenerateSecretString)) {
      const value = generateSecretString(GenerateSecretString);
      await request.call('secretsmanager', 'PutSecretValue', { SecretId: ref, SecretString: value });
    }
    return { ref, attributes };
  },
  async delete(request, { ref }) {
    await request.call('secretsmanager', 'DeleteSecret', { SecretId: ref, ForceDeleteWithoutRecovery: true });
  },
};
