import { expect, it } from 'vitest';
import { bulkConfigSchema } from '../../../contracts/bulk-config.ts';
import { startCallerCloud } from '../caller-cloud.ts';
import { BulkTestTarget, work } from './test-target.ts';

const { newRun } = await startCallerCloud();

it.each([undefined, bulkConfigSchema.parse({ endpoint: '/bulk', maxItemsPerCall: 2 })])(
  'calls a tool only for the tenants it is bound to (bulk endpoint: %o)',
  async (bulkConfig) => {
    const bindings = (tenants: string[]) => ({ bindings: { secrets: [], tools: [{ arn: '*:tool', tenants }] } });
    const run = await newRun({ bulkConfig }, { max_concurrency: 2 }, 3);
    const target = new BulkTestTarget();
    await work(run, target, { ports: bindings(['another']) });
    expect(target.called).toEqual([]);
    expect(await run.settled()).toMatchObject(Array(3).fill({ error_name: 'TargetAccessDenied', calls: 0 }));

    const own = await newRun({ bulkConfig }, { max_concurrency: 2 }, 3);
    await work(own, target, { ports: bindings(['another', 'default']) });
    expect([...target.called].sort()).toEqual([0, 1, 2]);
  },
);
