import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../../support/api-client.ts';
import { countingEndpoint } from '../../support/counting-endpoint.ts';
import { installationOn } from '../../support/job-cloud.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';

const endpoint = await countingEndpoint(() => ({ body: { answer: 'let in' } }));
let cloud: RollcallCloud;
let acme: ApiClient;
let other: ApiClient;
let secretArn: string;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  acme = await ApiClient.create(cloud, 'acme');
  other = await ApiClient.create(cloud, 'other');
  const secrets = new SecretsManagerClient(cloud.settings);
  const secret = { Name: 'of-acme-partner', SecretString: 'hush-hush-hush' };
  const KmsKeyId = 'arn:aws:kms:us-east-1:000000000000:key/of-partner';
  const made = await secrets.send(new CreateSecretCommand({ ...secret, KmsKeyId }));
  secretArn = made.ARN ?? '';
});
afterAll(() => endpoint.close());

const target = (url: string, secret = secretArn) => ({
  description: 'Asks the partner',
  inputSchema: { type: 'object' },
  endpoint: { url, allowPrivateAddresses: true, auth: { type: 'bearer', secretArn: secret } },
  batchEnabled: true,
});

describe('a secret under a key of one’s own that is bound to hosts and to a tenant', () => {
  it('is sent where and by whom it may be', async () => {
    await acme.data('PUT', 'targets/partner/ask', target(endpoint.url));
    const tried = await acme.data<{ item?: { output?: unknown } }>('POST', 'targets/partner/ask/try', { input: {} });
    expect(tried.item).toMatchObject({ status: 'succeeded' });
  });

  it('cannot be had sent to a host of one’s own, by a target, a configuration or a run', async () => {
    const own = target('https://collect.example.com');
    const config = { endpoint: own.endpoint };
    const judge = { type: 'judge', rubric: 'Is it right?', target: { endpoint: own.endpoint } };
    for (const [method, path, body] of [
      ['PUT', 'targets/mine/collect', own],
      ['PUT', 'configs/collect', config],
      ['POST', 'runs', { datasetId: 'any', config }],
      ['PUT', 'configs/judged', { endpoint: { url: endpoint.url }, evaluators: [judge] }],
    ] as const) {
      const refused = await acme.send(method, path, body);
      expect([refused.status, refused.body.error?.code]).toEqual([403, 'TargetAccessDenied']);
      expect(refused.body.error?.message).toContain('may be sent to http://127.0.0.1:* only');
    }
  });

  it('is no other tenant’s: neither when saved, nor when a row is called', async () => {
    const refused = await other.send('PUT', 'targets/partner/ask', target(endpoint.url));
    expect(refused.body.error).toMatchObject({ code: 'TargetAccessDenied' });
    expect(refused.body.error?.message).not.toContain('may be sent to');
    // As if it had been stored before secrets were bound.
    const installation = installationOn(cloud);
    await installation.targets.write('other', { ...target(endpoint.url), integration: 'partner', action: 'ask' });
    const before = endpoint.total();
    const tried = await other.data<{ item?: unknown }>('POST', 'targets/partner/ask/try', { input: {} });
    expect(tried.item).toMatchObject({ status: 'failed', error: { name: 'TargetAccessDenied' } });
    expect(endpoint.total()).toBe(before);
  });
});
