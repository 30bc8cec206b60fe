import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AssumeRoleCommand, STSClient, type STSClientConfig } from '@aws-sdk/client-sts';
import { loadInto } from 'local-cloud/load-into';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rollcall } from '../support/command-line.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';
import { blockOf } from './documented-commands.ts';

let folder: string;
let endpoint: CountingEndpoint;

/** A stack with nothing but a role that has the policy. */
function roleAssembly(PolicyDocument: unknown): string {
  const directory = join(folder, 'runner');
  mkdirSync(directory);
  const Statement = [{ Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: '*' } }];
  const Properties = {
    RoleName: 'runner',
    AssumeRolePolicyDocument: { Version: '2012-10-17', Statement },
    Policies: [{ PolicyName: 'runner', PolicyDocument }],
  };
  const artifacts = { Runner: { type: 'aws:cloudformation:stack', properties: { templateFile: 'template.json' } } };
  writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ version: '36.0.0', artifacts }));
  writeFileSync(
    join(directory, 'template.json'),
    JSON.stringify({ Resources: { Runner: { Type: 'AWS::IAM::Role', Properties } } }),
  );
  return directory;
}

/** A session of the role, as the environment of a command has it. */
async function sessionOf(settings: STSClientConfig, RoleArn: string): Promise<Record<string, string | undefined>> {
  const { Credentials } = await new STSClient(settings).send(
    new AssumeRoleCommand({ RoleArn, RoleSessionName: 'test' }),
  );
  return {
    AWS_ACCESS_KEY_ID: Credentials?.AccessKeyId,
    AWS_SECRET_ACCESS_KEY: Credentials?.SecretAccessKey,
    AWS_SESSION_TOKEN: Credentials?.SessionToken,
  };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-runner-'));
  const [cloud, counting] = await Promise.all([
    RollcallCloud.shared(),
    countingEndpoint(({ n = '' }) => (n === '2' ? { status: 422 } : { body: { answer: 'yes' } })),
  ]);
  endpoint = counting;
  await loadInto(cloud.cloud.endpoint, [roleAssembly(JSON.parse(blockOf('docs/deploy.md', 'json', 1)))]);
  vi.stubEnv('AWS_ENDPOINT_URL', cloud.cloud.endpoint);
  const session = await sessionOf(cloud.settings, 'arn:aws:iam::000000000000:role/runner');
  for (const [name, value] of Object.entries(session)) vi.stubEnv(name, value);
  writeFileSync(join(folder, 'numbers.csv'), 'n,expected\n1,yes\n2,yes\n3,no\n');
  const target = JSON.stringify({ endpoint: { url: endpoint.url, allowPrivateAddresses: true } });
  writeFileSync(join(folder, 'eval.yaml'), `dataset: { file: numbers.csv, name: runner }\ntarget: ${target}\n`);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await endpoint?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('whoever has the policy that docs/deploy.md gives to people who run', () => {
  it.each([
    ['run', 'eval.yaml', '--id', 'by-runner', '-o', 'out.csv'],
    ['status', 'by-runner'],
    ['watch', 'by-runner'],
    ['runs'],
    ['results', 'by-runner', '--row', '1'],
    ['export', 'by-runner', '-o', 'again.csv'],
    ['retry', 'by-runner', '--wait'],
    ['mark', 'by-runner', '3', 'right'],
    ['logs', 'by-runner'],
    ['metrics', 'by-runner'],
    ['metrics'],
    ['compare', 'by-runner', 'by-runner'],
    ['config', 'put', 'runner', 'eval.yaml'],
    ['target', 'list'],
    ['dataset', 'list'],
  ])('can %s %s', async (...words) => {
    const files = words.map((word) => (/\.(csv|yaml)$/.test(word) ? join(folder, word) : word));
    const { code, stdout, stderr } = await rollcall(...files);
    expect(code, `${stdout}${stderr}`).toBe(0);
  });

  it('cannot do what is not in it', async () => {
    const { stderr } = await rollcall('delete', 'by-runner', '--yes');
    expect(stderr).toMatch(/AccessDenied|not authorized/);
  });
});
