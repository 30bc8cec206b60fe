import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import { listSecrets } from './operations/list-secrets.ts';
import { createSecret, deleteSecret } from './operations/secrets.ts';
import { getSecretValue, putSecretValue, updateSecret } from './operations/values.ts';
import { Secrets } from './secrets.ts';

export function createSecretsManagerService(context: CloudContext): Service {
  const secrets = new Secrets(context);
  return {
    name: 'secretsmanager',
    protocol: jsonProtocol('1.1'),
    operations: {
      CreateSecret: createSecret(secrets),
      DeleteSecret: deleteSecret(secrets),
      GetSecretValue: getSecretValue(secrets),
      ListSecrets: listSecrets(secrets),
      PutSecretValue: putSecretValue(secrets),
      UpdateSecret: updateSecret(secrets),
    },
    close: async () => secrets.close(),
  };
}
