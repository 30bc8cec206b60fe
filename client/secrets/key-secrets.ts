import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  paginateListSecrets,
  SecretsManagerClient,
  UpdateSecretCommand,
} from '@aws-sdk/client-secrets-manager';
import { secretOfVariable, variableOfSecret } from '../../contracts/endpoint.ts';
import { type BoundKey, readBoundKey } from '../../core/bound-key.ts';
import type { ClientSettings } from '../connect/clients.ts';

export interface ListedKey {
  readonly name: string;
  /** The hosts it may be sent to. */
  readonly hosts: string;
  readonly changedAt?: string;
}

/** Keys of providers in Secrets Manager, each under `rollcall/` and the name of the variable it usually comes from. */
export interface KeySecrets {
  read(name: string): Promise<BoundKey | undefined>;
  put(name: string, key: BoundKey): Promise<void>;
  list(): Promise<ListedKey[]>;
  /** False when there is none. */
  remove(name: string): Promise<boolean>;
}

export function createKeySecrets(settings: ClientSettings): KeySecrets {
  const client = new SecretsManagerClient(settings);
  const found = async <T>(work: Promise<T>): Promise<T | undefined> =>
    work.catch((error: Error) => {
      if (error.name === 'ResourceNotFoundException') return undefined;
      throw error;
    });
  return {
    async read(name) {
      const answer = await found(client.send(new GetSecretValueCommand({ SecretId: secretOfVariable(name) })));
      return answer && (readBoundKey(answer.SecretString ?? '') ?? { key: '', hosts: [] });
    },
    async put(name, { key, hosts }) {
      const Name = secretOfVariable(name);
      const Description = hosts.join(', ');
      const SecretString = JSON.stringify({ key, hosts });
      const isKept = await found(client.send(new PutSecretValueCommand({ SecretId: Name, SecretString })));
      // Lists show the description, and never a value.
      if (isKept) await client.send(new UpdateSecretCommand({ SecretId: Name, Description }));
      else await client.send(new CreateSecretCommand({ Name, Description, SecretString }));
    },
    async list() {
      const keys: ListedKey[] = [];
      for await (const { SecretList = [] } of paginateListSecrets({ client }, {})) {
        for (const { Name = '', Description = '', LastChangedDate } of SecretList) {
          const name = variableOfSecret(Name);
          if (name) keys.push({ name, hosts: Description, changedAt: LastChangedDate?.toISOString() });
        }
      }
      return keys.sort((a, b) => a.name.localeCompare(b.name));
    },
    async remove(name) {
      const SecretId = secretOfVariable(name);
      const gone = client.send(new DeleteSecretCommand({ SecretId, ForceDeleteWithoutRecovery: true }));
      return (await found(gone)) !== undefined;
    },
  };
}
