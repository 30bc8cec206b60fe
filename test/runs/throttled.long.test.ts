import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalCloud } from 'local-cloud';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countedConfig, MODES, numbers } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { TEST_QUOTAS } from '../support/quotas.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';
import { testAssemblies } from '../support/shared-by-workers.ts';

const ROWS = 30;
const few = { bucket: 2, perSecond: 2 };
const rare = { bucket: 1, perSecond: 0.5 };

/** What a run does again and again; each has room for a part of it only. */
const TIGHT = {
  s3: { GetObject: few, PutObject: few, HeadObject: few, ListObjectsV2: few },
  dynamodb: { GetItem: few, PutItem: few, Query: few, UpdateItem: few, DeleteItem: few },
  lambda: { Invoke: rare },
  athena: { ...TEST_QUOTAS.athena, StartQueryExecution: rare },
  states: { ...TEST_QUOTAS.states, StartExecution: rare },
};

// It takes minutes: `npm run soak` has it.
describe.runIf(process.env.ROLLCALL_SOAK)('a run in an account whose services turn calls away', () => {
  let rollcall: RollcallCloud;
  let endpoint: CountingEndpoint;
  let judge: CountingEndpoint;
  let throttled: string[];
  const quotas = { ...TEST_QUOTAS };
  beforeAll(async () => {
    const data = await mkdtemp(join(tmpdir(), 'rollcall-throttled-'));
    throttled = [];
    const log = (line: string) => throttled.push(...(/^Throttled (\S+):/.exec(line)?.slice(1) ?? []));
    const cloud = await createLocalCloud({ data, port: 0, assemblies: await testAssemblies(), quotas, log });
    rollcall = await RollcallCloud.at(cloud, data);
    for (const mode of MODES) await rollcall.insertDataset(`throttled-${mode}`, numbers(ROWS));
    endpoint = await countingEndpoint(() => ({}));
    judge = await countingEndpoint(() => ({ body: { score: 1 } }));
  });
  afterAll(async () => {
    await rollcall?.close();
    await endpoint?.close();
    await judge?.close();
  });

  it.each(MODES)(
    'of mode %s has no failed row, and calls none twice',
    async (mode) => {
      endpoint.calls.clear();
      // The agent here gives up when its own function is turned away, and that is its answer.
      Object.assign(quotas, TIGHT, mode === 'agent' && { lambda: {} });
      const target = { endpoint: { url: judge.url, allowPrivateAddresses: true } };
      const judged = mode === 'endpoint' && { evaluators: [{ type: 'judge', rubric: 'Good?', target }] };
      const config = { ...countedConfig(mode, rollcall, endpoint, { maxConcurrency: 30 }), ...judged };
      const summary = await rollcall.run(`throttled-${mode}`, { datasetId: `throttled-${mode}`, config });
      expect(summary).toMatchObject({ status: 'completed', total: ROWS, succeeded: ROWS, failed: 0 });
      if (mode === 'endpoint') expect(summary.scores).toMatchObject({ judge: { scored: ROWS, errors: 0 } });
      expect([...endpoint.calls.values()]).toEqual(Array(ROWS).fill(1));
    },
    600_000,
  );

  it('was turned away by every service', () => {
    const services = new Set(throttled.map((name) => name.split(':')[0]));
    expect([...services].sort()).toEqual(['athena', 'dynamodb', 'lambda', 's3', 'states']);
  });
});
