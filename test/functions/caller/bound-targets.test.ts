import { expect, it } from 'vitest';
import { bulkConfigSchema } from '../../../contracts/bulk-config.ts';
import { endpointSchema } from '../../../contracts/endpoint.ts';
import { type RunChanges, startCallerCloud } from '../caller-cloud.ts';
import { BulkTestTarget, work } from './test-target.ts';

const { newRun } = await startCallerCloud();
const secret = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:crm-AbCdEf';
const withSecret: RunChanges = {
  executionMode: 'endpoint',
  endpoint: endpointSchema.parse({ url: 'https://api.example.com/items', auth: { type: 'bearer', secretArn: secret } }),
};

it.each<[string, RunChanges]>([
  ['a tool', {}],
  ['an endpoint with a secret', withSecret],
  [
    'a bulk endpoint with a secret',
    { ...withSecret, bulkConfig: bulkConfigSchema.parse({ endpoint: '/bulk', maxItemsPerCall: 2 }) },
  ],
])('calls %s only for the tenants it is bound to', async (_, target) => {
  const bindings = (tenants: string[]) => ({
    bindings: { secrets: [{ arn: secret, hosts: ['*'], tenants }], tools: [{ arn: '*:tool', tenants }] },
  });
  const run = await newRun(target, { max_concurrency: 2 }, 3);
  const others = new BulkTestTarget();
  await work(run, others, { ports: bindings(['another']) });
  expect(others.called).toEqual([]);
  expect(await run.settled()).toMatchObject(Array(3).fill({ error_name: 'TargetAccessDenied', calls: 0 }));

  const own = await newRun(target, { max_concurrency: 2 }, 3);
  await work(own, others, { ports: bindings(['another', 'default']) });
  expect([...others.called].sort()).toEqual([0, 1, 2]);
});
