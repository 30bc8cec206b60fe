import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { createLocalCloud } from 'local-cloud';
import { expect, it } from 'vitest';
import { CLOUD_OPTIONS } from '../../dev/cloud-options.ts';
import { localContext, synthesizeOnce } from '../../dev/synthesize-once.ts';
import { countedConfig, numbers } from '../support/counted-run.ts';
import { countingEndpoint } from '../support/counting-endpoint.ts';
import { TEST_QUOTAS } from '../support/quotas.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

it('a run finishes in an account with a key, subnets, role names and log retention of its own', async () => {
  const data = await mkdtemp(join(tmpdir(), 'rollcall-company-'));
  const context = localContext({
    encryptionKey: 'arn:aws:kms:us-east-1:000000000000:key/company',
    subnets: 'subnet-1,subnet-2',
    securityGroups: 'sg-1',
    rolePrefix: 'team-',
    logDays: '30',
  });
  const assemblies = [await synthesizeOnce(join(data, 'cdk.out'), { context }, () => {})];
  const cloud = await createLocalCloud({ ...CLOUD_OPTIONS, data, port: 0, assemblies, quotas: TEST_QUOTAS });
  const rollcall = await RollcallCloud.at(cloud, data);
  const endpoint = await countingEndpoint(() => ({}));
  try {
    const FunctionName = 'rollcall-endpoint-caller';
    const { Role } = await rollcall.lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
    expect(Role).toMatch(/:role\/team-/);
    await rollcall.insertDataset('company', numbers(10));
    const config = countedConfig('endpoint', rollcall, endpoint);
    const summary = await rollcall.run('company', { datasetId: 'company', config });
    expect(summary).toMatchObject({ status: 'completed', succeeded: 10 });
  } finally {
    await rollcall.close();
    await endpoint.close();
  }
});
