import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { LocalCloud } from 'local-cloud';
import { createClients } from '../client/connect/clients.ts';
import { createKeyStore, type KeyStore } from '../client/keys/key-store.ts';
import { DEFAULT_TENANT } from '../contracts/tenant.ts';
import { parseKey } from '../core/api-key.ts';

const KEY_FILE = 'development-key';

/** Where the API is, and a request to paste; nothing when no API is loaded. */
export async function tellOfApi({ endpoint, context }: LocalCloud, data: string): Promise<string> {
  const settings = {
    endpoint,
    region: context.region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  const { Stacks = [] } = await new CloudFormationClient(settings).send(new DescribeStacksCommand({}));
  const outputs = Stacks.flatMap((stack) => stack.Outputs ?? []);
  const output = (name: string) => outputs.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
  const url = output('ApiUrl');
  const table = output('ApiKeysTableName');
  if (!url || !table) return '';
  const key = await developmentKey(createKeyStore(createClients(settings).documents, table), join(data, KEY_FILE));
  return `API at ${url} (what it can do: ${url}/docs)\n  curl ${url}/api/v1/keys -H 'Authorization: Bearer ${key}'\n`;
}

/** An admin's key for the local cloud alone, the same one each time; it lies in the data folder, readable to its owner. */
async function developmentKey(keys: KeyStore, file: string): Promise<string> {
  const kept = readKey(file);
  const keyId = kept && parseKey(kept)?.keyId;
  const known = keyId && (await keys.find(keyId));
  if (kept && known && !known.revokedAt) return kept;
  const { key } = await keys.create({ name: 'npm run dev', tenant: DEFAULT_TENANT, role: 'admin' });
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  return key;
}

function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
