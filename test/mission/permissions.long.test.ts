import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { synthesize } from '../../dev/synthesize.ts';
import { countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';
import { testAssemblies } from '../support/shared-by-workers.ts';

describe('The local cloud enforces IAM: a deployment without targets', () => {
  let rollcall: RollcallCloud;
  let outdir: string;
  beforeAll(async () => {
    outdir = await mkdtemp(join(tmpdir(), 'rollcall-no-targets-'));
    await synthesize(outdir, { checks: 'false' });
    rollcall = await RollcallCloud.start([outdir, ...(await testAssemblies()).slice(1)]);
    await rollcall.insertDataset('one', [{ body: 'I want a refund' }]);
  });
  afterAll(async () => {
    await rollcall?.close();
    await rm(outdir, { recursive: true, force: true });
  });

  it.each([
    ['tool', { toolLambdaArn: 'ToolFunctionArn' }, 'lambda:InvokeFunction', 'toolLambdaArns'],
    ['agent', { agentStateMachineArn: 'AgentStateMachineArn' }, 'states:StartExecution', 'agentStateMachineArns'],
  ])(
    'cannot call a %s: the row says which permission is missing and what allows it',
    async (executionMode, target, action, option) => {
      const [[field, output]] = Object.entries(target) as [[string, string]];
      const config = { executionMode, [field]: rollcall.output(output) };
      const summary = await rollcall.run(`denied-${executionMode}`, { datasetId: 'one', config });
      expect(summary).toMatchObject({ status: 'completed', failed: 1, errors: { permanent: 1 } });
      const [row] = await rollcall.results(`denied-${executionMode}`, 'error_name, error_message');
      expect(row?.error_name).toBe('TargetAccessDenied');
      expect(row?.error_message).toContain(`is not authorized to perform: ${action}`);
      expect(row?.error_message).toContain(`allow it with -c ${option}=${rollcall.output(output)} (cdk deploy`);
    },
  );

  it('cannot read a secret for an endpoint', async () => {
    const endpoint = await countingEndpoint(() => ({}));
    const secrets = new SecretsManagerClient(rollcall.settings);
    const { ARN } = await secrets.send(new CreateSecretCommand({ Name: 'token', SecretString: 'hush-hush-hush' }));
    await rollcall.run('denied-endpoint', {
      datasetId: 'one',
      config: {
        endpoint: { url: endpoint.url, allowPrivateAddresses: true, auth: { type: 'bearer', secretArn: ARN } },
      },
    });
    const [row] = await rollcall.results('denied-endpoint', 'error_name, error_message');
    expect(row?.error_name).toBe('TargetAccessDenied');
    expect(row?.error_message).toContain(`allow it with -c endpointSecrets='[{"arn":"${ARN}"`);
    expect(endpoint.total()).toBe(0);
    await endpoint.close();
  });
});
