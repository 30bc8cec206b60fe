import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalCloud } from 'local-cloud';
import { describe, expect, it } from 'vitest';
import { CLOUD_OPTIONS } from '../../dev/cloud-options.ts';
import { countedConfig, numbers } from '../support/counted-run.ts';
import { countingEndpoint } from '../support/counting-endpoint.ts';
import { TEST_QUOTAS } from '../support/quotas.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';
import { testAssemblies } from '../support/shared-by-workers.ts';

describe.each([
  // A new account has 10. Callers of 20 rows each want all of it, and more.
  { lambdaConcurrency: 10, callers: 15, mode: 'endpoint' as const },
  { lambdaConcurrency: 10, callers: 2, mode: 'tool' as const },
  { lambdaConcurrency: 100, callers: 15, mode: 'endpoint' as const },
])('an account whose Lambda concurrency is $lambdaConcurrency', ({ lambdaConcurrency, callers, mode }) => {
  it(`finishes a run of ${callers} callers of mode ${mode}: throttled invocations wait, and no row fails`, async () => {
    const rows = callers * 20;
    const data = await mkdtemp(join(tmpdir(), 'rollcall-concurrency-'));
    const throttled = new Set<string>();
    const log = (line: string) => void throttled.add(/^Throttled function (\S+):/.exec(line)?.[1] ?? '');
    const assemblies = await testAssemblies();
    const options = { ...CLOUD_OPTIONS, data, port: 0, assemblies, quotas: TEST_QUOTAS, log };
    const rollcall = await RollcallCloud.at(
      await createLocalCloud({ ...options, limits: { lambdaConcurrency } }),
      data,
    );
    const endpoint = await countingEndpoint(() => ({ delayMs: 1_000 }));
    try {
      await rollcall.insertDataset('many', numbers(rows));
      const config = countedConfig(mode, rollcall, endpoint, { maxConcurrency: rows });
      const summary = await rollcall.run('many', { datasetId: 'many', config });
      expect(summary).toMatchObject({ status: 'completed', total: rows, succeeded: rows, failed: 0, skipped: 0 });
      expect(endpoint.total()).toBe(rows);
      throttled.delete('');
      expect(throttled.size > 0).toBe(lambdaConcurrency === 10);
    } finally {
      await rollcall.close();
      await endpoint.close();
    }
  });
});
