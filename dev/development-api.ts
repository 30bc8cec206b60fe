import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import type { LocalCloud } from 'local-cloud';
import { createClients } from '../client/connect/clients.ts';
import { createKeyStore, type KeyStore } from '../client/keys/key-store.ts';
import { DEFAULT_TENANT } from '../contracts/tenant.ts';
import { parseKey } from '../core/api-key.ts';
import { DEFAULT_DATA } from './data-folder.ts';

const KEY_FILE = 'development-key';

/** The three ways in: the console, the API where there is one, and the AWS APIs. */
export async function tellOfWaysIn({ endpoint, context }: LocalCloud, data: string): Promise<string> {
  const settings = {
    endpoint,
    region: context.region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  const { Stacks = [] } = await new CloudFormationClient(settings).send(new DescribeStacksCommand({}));
  const outputs = Stacks.flatMap((stack) => stack.Outputs ?? []);
  const output = (name: string) => outputs.find(({ OutputKey }) => OutputKey === name)?.OutputValue;
  const variables = [
    `AWS_ENDPOINT_URL=${endpoint}`,
    `AWS_REGION=${context.region}`,
    'AWS_ACCESS_KEY_ID=local',
    'AWS_SECRET_ACCESS_KEY=local',
  ];
  const ways = [`AWS      export ${variables.join(' ')}`];
  const url = output('ApiUrl');
  const table = output('ApiKeysTableName');
  if (url && table) {
    const key = await developmentKey(createKeyStore(createClients(settings).documents, table), join(data, KEY_FILE));
    const option = data === DEFAULT_DATA ? '' : ` --data ${data}`;
    ways.unshift(
      `Console  ${url}/#key=${key}`,
      `API      ${url}/api/v1 (reference: ${url}/docs), with a key of: rollcall key create --name NAME${option}`,
    );
  }
  return `${ways.map((way) => `  ${way}`).join('\n')}\n`;
}

/** An admin's key for the local cloud alone, the same one each time; it lies in the data folder, readable to its owner. */
async function developmentKey(keys: KeyStore, file: string): Promise<string> {
  const kept = readKey(file);
  const keyId = kept && parseKey(kept)?.keyId;
  const known = keyId && (await keys.find(keyId));
  if (kept && known && !known.revokedAt) return kept;
  const { key } = await keys.create({ name: 'rollcall dev', tenant: DEFAULT_TENANT, role: 'admin' });
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
