import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  GetSecretValueCommand,
  ListSecretsCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretCommand,
} from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AwsError } from '../../src/aws-error.ts';
import { createSecretsManagerService } from '../../src/secretsmanager/service.ts';
import { createTestCloud, settingsFor, type TestCloud } from '../support/create-test-cloud.ts';

/** What roles may not do; everything else they may. */
let denied = '';
let cloud: TestCloud;
let client: SecretsManagerClient;
const log: string[] = [];

async function start(dataDir?: string): Promise<void> {
  cloud = await createTestCloud((context) => [createSecretsManagerService(context)], {
    dataDir,
    log: (line) => log.push(line),
    authorize(_caller, permissions) {
      if (permissions.some(({ action, resource }) => `${action} ${resource}` === denied)) {
        throw new AwsError('AccessDeniedException', 'no');
      }
    },
  });
  client = new SecretsManagerClient(cloud.settings);
}

beforeAll(async () => {
  await start();
});
afterAll(async () => {
  client.destroy();
  await cloud.remove();
});

const secretValue = (SecretId: string, extra: object = {}) =>
  client.send(new GetSecretValueCommand({ SecretId, ...extra }));

describe('Secrets Manager', () => {
  it('finds a secret by name, by full ARN and by the ARN without its six characters', async () => {
    const { ARN } = await client.send(new CreateSecretCommand({ Name: 'api/key', SecretString: 'hunter2' }));
    expect(ARN).toMatch(/^arn:aws:secretsmanager:us-east-1:000000000000:secret:api\/key-[A-Za-z0-9]{6}$/);
    for (const id of ['api/key', ARN ?? '', (ARN ?? '').slice(0, -7)]) {
      expect((await secretValue(id)).SecretString).toBe('hunter2');
    }
  });

  it('keeps the previous value under AWSPREVIOUS, and bytes as bytes', async () => {
    await client.send(new CreateSecretCommand({ Name: 'rotating', SecretString: 'one' }));
    await client.send(new PutSecretValueCommand({ SecretId: 'rotating', SecretString: 'two' }));
    expect((await secretValue('rotating')).SecretString).toBe('two');
    expect((await secretValue('rotating', { VersionStage: 'AWSPREVIOUS' })).SecretString).toBe('one');
    await client.send(new UpdateSecretCommand({ SecretId: 'rotating', SecretBinary: new Uint8Array([0, 255]) }));
    expect((await secretValue('rotating')).SecretBinary).toEqual(new Uint8Array([0, 255]));
  });

  it('hides a secret that waits for deletion and forgets one that is forced out', async () => {
    await client.send(new CreateSecretCommand({ Name: 'old', SecretString: 'x' }));
    await client.send(new DeleteSecretCommand({ SecretId: 'old' }));
    await expect(secretValue('old')).rejects.toMatchObject({ name: 'InvalidRequestException' });
    await client.send(new DeleteSecretCommand({ SecretId: 'old', ForceDeleteWithoutRecovery: true }));
    await expect(secretValue('old')).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: "Secrets Manager can't find the specified secret.",
    });
  });

  it.each([
    ['its ARN', 'arn:aws:kms:us-east-1:000000000000:key/of-ours'],
    ['its id', 'of-ours'],
  ])('lets only those read a secret under a key, named by %s, who may decrypt with it', async (_how, KmsKeyId) => {
    await client.send(new CreateSecretCommand({ Name: 'under-a-key', SecretString: 'hush', KmsKeyId }));
    const role = cloud.context.assumeRole('arn:aws:iam::000000000000:role/reader', 'test');
    const asRole = new SecretsManagerClient(settingsFor(cloud.endpoint, cloud.context.credentialsFor(role)));
    const read = () => asRole.send(new GetSecretValueCommand({ SecretId: 'under-a-key' }));
    expect(await read()).toMatchObject({ SecretString: 'hush' });
    denied = 'kms:Decrypt arn:aws:kms:us-east-1:000000000000:key/of-ours';
    const refused = { name: 'AccessDeniedException', message: 'Access to KMS is not allowed' };
    await expect(read()).rejects.toMatchObject(refused);
    denied = '';
    asRole.destroy();
    await client.send(new DeleteSecretCommand({ SecretId: 'under-a-key', ForceDeleteWithoutRecovery: true }));
  });

  it('refuses a second secret of one name, and a name with a space', async () => {
    await client.send(new CreateSecretCommand({ Name: 'twice', SecretString: 'x' }));
    await expect(client.send(new CreateSecretCommand({ Name: 'twice' }))).rejects.toMatchObject({
      name: 'ResourceExistsException',
    });
    await expect(client.send(new CreateSecretCommand({ Name: 'a b' }))).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });

  it('keeps values over a restart in files only their owner reads, and out of the log', async () => {
    await client.send(new CreateSecretCommand({ Name: 'kept', SecretString: 'still-here' }));
    await cloud.close();
    await start(cloud.dataDir);
    expect((await secretValue('kept')).SecretString).toBe('still-here');
    for (const file of readdirSync(join(cloud.dataDir, 'secretsmanager'))) {
      expect(statSync(join(cloud.dataDir, 'secretsmanager', file)).mode & 0o077).toBe(0);
    }
    expect(log.join('\n')).not.toContain('still-here');
  });

  it('lists secrets in pages, without their values', async () => {
    for (const name of ['list/a', 'list/b', 'list/c']) {
      await client.send(new CreateSecretCommand({ Name: name, Description: `of ${name}`, SecretString: 'not listed' }));
    }
    const Filters = [{ Key: 'name' as const, Values: ['list/'] }];
    const first = await client.send(new ListSecretsCommand({ Filters, MaxResults: 2 }));
    expect(first.SecretList?.map(({ Name, Description }) => [Name, Description])).toEqual([
      ['list/a', 'of list/a'],
      ['list/b', 'of list/b'],
    ]);
    const rest = await client.send(new ListSecretsCommand({ Filters, NextToken: first.NextToken }));
    expect(rest.SecretList).toMatchObject([{ Name: 'list/c', LastChangedDate: expect.any(Date) }]);
    expect(rest.NextToken).toBeUndefined();
    expect(JSON.stringify([first, rest])).not.toContain('not listed');
  });
});
