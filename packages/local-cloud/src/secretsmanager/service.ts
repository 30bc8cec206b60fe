import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import { createSecret } from './create-secret.ts';
import { deleteSecret } from './delete-secret.ts';
import { describeSecret } from './describe-secret.ts';
import { getSecretValue } from './get-secret-value.ts';
import { listSecrets } from './list-secrets.ts';
import { putSecretValue } from './put-secret-value.ts';
import { restoreSecret } from './restore-secret.ts';
import { Secrets } from './secrets.ts';
import { updateSecret } from './update-secret.ts';

export function createSecretsManagerService(context: CloudContext): Service {
  const secrets = new Secrets(context);
  return {
    name: 'secretsmanager',
    protocol: jsonProtocol('1.1'),
    operations: {
      CreateSecret: createSecret(secrets),
      DeleteSecret: deleteSecret(secrets),
      DescribeSecret: describeSecret(secrets),
      GetSecretValue: getSecretValue(secrets),
      ListSecrets: listSecrets(secrets),
      PutSecretValue: putSecretValue(secrets),
      RestoreSecret: restoreSecret(secrets),
      UpdateSecret: updateSecret(secrets),
    },
    close: async () => secrets.close(),
  };
}
