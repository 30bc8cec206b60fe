import { AssumeRoleCommand, GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStsService } from '../../src/sts/service.ts';
import { createTestCloud, settingsFor, type TestCloud } from '../support/create-test-cloud.ts';
import type { Credentials } from '../support/signed.ts';

const ROLE = 'arn:aws:iam::000000000000:role/Caller';
let cloud: TestCloud;

const client = (credentials?: Credentials) => new STSClient(settingsFor(cloud.endpoint, credentials));

beforeAll(async () => {
  cloud = await createTestCloud((context) => [createStsService(context)]);
});
afterAll(async () => {
  await cloud.remove();
});

describe('STS', () => {
  it('knows the key "local" as the administrator of account 000000000000', async () => {
    expect(await client().send(new GetCallerIdentityCommand())).toMatchObject({
      Account: '000000000000',
      Arn: 'arn:aws:iam::000000000000:root',
      UserId: '000000000000',
    });
  });

  it('gives keys that act as the role, under the session name asked for', async () => {
    const { Credentials: given, AssumedRoleUser } = await client().send(
      new AssumeRoleCommand({ RoleArn: ROLE, RoleSessionName: 'test' }),
    );
    expect(given?.Expiration?.getTime()).toBeGreaterThan(Date.now());
    const session = client({
      accessKeyId: given?.AccessKeyId ?? '',
      secretAccessKey: given?.SecretAccessKey ?? '',
      sessionToken: given?.SessionToken,
    });
    const identity = await session.send(new GetCallerIdentityCommand());
    expect(identity.Arn).toBe('arn:aws:sts::000000000000:assumed-role/Caller/test');
    expect(identity.UserId).toBe(AssumedRoleUser?.AssumedRoleId);
  });

  it('refuses a role that is not an ARN and says what is allowed', async () => {
    await expect(
      client().send(new AssumeRoleCommand({ RoleArn: 'just-a-role-with-a-long-name', RoleSessionName: 'test' })),
    ).rejects.toMatchObject({ name: 'ValidationError', message: expect.stringContaining("at 'roleArn'") });
  });
});
