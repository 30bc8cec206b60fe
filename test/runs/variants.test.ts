import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunComparison } from '../../client/experiments/compare-runs.ts';
import type { IndexRow } from '../../contracts/api/rows.ts';
import { ApiClient } from '../support/api-client.ts';
import { rollcall as commandLine } from '../support/command-line.ts';
import { countedConfig } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

let cloud: RollcallCloud;
let endpoint: CountingEndpoint;
const ROWS = 20;

/** One call is answered by two models: `small` is right on every fourth row, `large` on all. The first call of row 3 fails, and so does `large` in that of row 5. */
beforeAll(async () => {
  [cloud, endpoint] = await Promise.all([
    RollcallCloud.shared(),
    countingEndpoint(({ n = 0 }, call) => {
      if (n === 3 && call === 1) return { status: 422, body: { error: 'not now' } };
      const small = { name: 'small', output: Number(n) % 4 === 0 ? 'yes' : 'no', cost_usd: 0.001 };
      const large = n === 5 && call === 1 ? { error: 'too slow' } : { output: 'yes' };
      return { body: { models: [small, { name: 'large', cost_usd: 0.01, ...large }] } };
    }),
  ]);
  const rows = Array.from({ length: ROWS }, (_, n) => ({ n, thread_id: `t${n % 5}` }));
  await cloud.insertDataset('variants', rows, Array(ROWS).fill('yes'));
});
afterAll(() => endpoint?.close());

const rollcall = (...words: string[]) => commandLine(...words, '--data', cloud.dataDir);
const resultsOf = async (id: string) =>
  (await cloud.results(id, "row_index, variant, status, json_extract_scalar(scores, '$.exact.score') AS score")).sort(
    (a, b) => Number(a.row_index) - Number(b.row_index) || String(a.variant).localeCompare(String(b.variant)),
  );

describe('a run whose target answers for several models at once', () => {
  it('calls each row once, has a scored result for each model, and counts rows as rows', async () => {
    const mapping = { endpointOutputMapping: '{ "variants": body.models }', evaluators: ['exact'] };
    const config = { ...countedConfig('endpoint', cloud, endpoint, { maxConcurrency: 4 }), ...mapping };
    const summary = await cloud.run('variants-run', { datasetId: 'variants', config });
    expect(endpoint.total()).toBe(ROWS);
    expect(summary).toMatchObject({
      status: 'completed',
      total: ROWS,
      succeeded: ROWS - 2,
      failed: 2,
      costUsd: expect.closeTo(19 * 0.011, 9),
      variants: [
        { name: 'large', rows: 19, failed: 1, passed: 18, costUsd: expect.closeTo(0.19, 9) },
        { name: 'small', rows: 19, failed: 0, passed: 5, costUsd: expect.closeTo(0.019, 9) },
      ],
    });
    expect(await cloud.record('variants-run')).toMatchObject({ total: ROWS, succeeded: ROWS - 2, failed: 2 });
    const results = await resultsOf('variants-run');
    expect(results).toHaveLength(39);
    expect(results.slice(0, 2)).toMatchObject([
      { row_index: '0', variant: 'large', score: '1' },
      { row_index: '0', variant: 'small', score: '1' },
    ]);
    expect(results.filter(({ row_index }) => row_index === '3')).toMatchObject([{ variant: '', status: 'failed' }]);
  });

  it('calls the rows again of which one has failed, whose results then take the place of what was there', async () => {
    const { executionArn = '' } = await cloud.control('retry', 'variants-run');
    await cloud.end(executionArn);
    expect(endpoint.total()).toBe(ROWS + 2);
    const results = await resultsOf('variants-run');
    expect(results).toHaveLength(2 * ROWS);
    expect(results.every(({ status, variant }) => status === 'succeeded' && variant !== '')).toBe(true);
    expect(JSON.parse((await cloud.record('variants-run')).summary ?? '')).toMatchObject({
      succeeded: ROWS,
      failed: 0,
      passed: ROWS + 5,
    });
  });

  it('is compared model with model, the rows of a thread together, and written side by side', async () => {
    const csv = join(cloud.dataDir, 'variants.csv');
    const { json } = await rollcall('compare', 'variants-run', '--baseline', 'small', '--csv', csv, '--json');
    const compared = json as unknown as RunComparison;
    expect(compared).toMatchObject({
      baseline: 'small',
      variants: [
        { name: 'large', rows: ROWS, passed: ROWS },
        { name: 'small', rows: ROWS, passed: 5 },
      ],
      differences: [{ variant: 'large', passRate: { wins: 15, losses: 0, pairs: ROWS } }],
    });
    const apart = await rollcall('compare', 'variants-run', '--baseline', 'small', '--cluster', 'n', '--json');
    const interval = (found: unknown) => (found as RunComparison).differences[0]?.passRate?.interval;
    expect(interval(compared)).not.toEqual(interval(apart.json));
    const [header = '', first] = readFileSync(csv, 'utf8').split('\r\n');
    expect(header).toContain('"large.output"');
    expect(header).toContain('"small.output"');
    expect(first).toContain('"yes"');
  });

  it('is shown, exported and marked model by model, by commands and over HTTP', async () => {
    const shown = await rollcall('results', 'variants-run', '--variant', 'small', '--verdict', 'right', '--json');
    expect(shown.json).toMatchObject({ total: 5, rows: [{ row_index: 0, variant: 'small' }, {}, {}, {}, {}] });
    const file = join(cloud.dataDir, 'variants-all.csv');
    await rollcall('export', 'variants-run', '-o', file);
    expect(
      readFileSync(file, 'utf8')
        .split('\r\n')
        .filter((line) => line.includes('"small"')),
    ).toHaveLength(ROWS);
    await rollcall('mark', 'variants-run', '2', 'wrong', '--variant', 'small');
    const [, marked] = (await cloud.results('variants-run', 'row_index, variant, scores'))
      .filter(({ row_index }) => row_index === '1')
      .sort((a, b) => String(a.variant).localeCompare(String(b.variant)));
    expect(marked?.scores).toContain('human');
    const api = await ApiClient.create(cloud);
    expect(await api.data('GET', 'runs/variants-run/rows?filter=variant:large&limit=2')).toMatchObject({
      matching: ROWS,
      rows: [{ rowIndex: 0, variant: 'large', actualOutput: 'yes' }, { rowIndex: 1 }],
    });
    expect(await api.data('GET', 'runs/variants-run/rows/1?variant=small')).toMatchObject({ actual_output: 'no' });
    await api.data('PUT', 'runs/variants-run/rows/2/mark', { verdict: 'wrong', note: 'no', variant: 'small' });
    const { rows } = await api.data<{ rows: IndexRow[] }>('GET', 'runs/variants-run/rows?limit=6');
    expect(
      rows.filter(({ scores }) => scores?.includes('human')).map(({ rowIndex, variant }) => [rowIndex, variant]),
    ).toEqual([
      [1, 'small'],
      [2, 'small'],
    ]);
    expect(await api.data('GET', 'experiments/variants-run?baseline=small')).toMatchObject({ baseline: 'small' });
  });

  it('may be an agent', async () => {
    const agentOutputMapping = '{ "variants": [{ "name": "a", "output": 1 }, { "name": "b", "output": 2 }] }';
    const config = { ...countedConfig('agent', cloud, endpoint, { maxConcurrency: 4 }), agentOutputMapping };
    const summary = await cloud.run('variants-agent', { datasetId: 'variants', config, limit: 2 });
    expect(summary).toMatchObject({
      total: 2,
      succeeded: 2,
      variants: [
        { name: 'a', rows: 2 },
        { name: 'b', rows: 2 },
      ],
    });
    expect(await cloud.results('variants-agent', 'variant')).toHaveLength(4);
  });
});
