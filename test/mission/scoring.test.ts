import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Estimate } from '../../contracts/api/estimate.ts';
import type { Experiment, ExperimentComparison } from '../../contracts/api/experiments.ts';
import type { IndexRow } from '../../contracts/api/rows.ts';
import type { Run, RunDetail } from '../../contracts/api/runs.ts';
import { ApiClient } from '../support/api-client.ts';
import { countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const TENANT = 'api-scoring';
const endpoint = await countingEndpoint(({ n = 0 }) => ({ body: { answer: n % 2 ? 'odd' : 'even', cost_usd: 0.01 } }));
const always = await countingEndpoint(() => ({ body: { answer: 'even', cost_usd: 0.02 } }));
let cloud: RollcallCloud;
let api: ApiClient;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  api = await ApiClient.create(cloud, TENANT, 'operator');
  const inputs = Array.from({ length: 6 }, (_, n) => ({ n }));
  await cloud.insertDataset(
    `${TENANT}..parity`,
    inputs,
    inputs.map(({ n }) => (n % 2 ? 'odd' : 'even')),
  );
});
afterAll(() => Promise.all([endpoint.close(), always.close()]));

const run = (evaluationId: string, url: string, more: object = {}) => ({
  datasetId: 'parity',
  evaluationId,
  config: {
    executionMode: 'endpoint',
    endpoint: { url, allowPrivateAddresses: true },
    endpointOutputMapping: '{ "actualOutput": body.answer, "costUsd": body.cost_usd }',
  },
  ...more,
});

async function ended(id: string, attempt = 1): Promise<RunDetail> {
  for (;;) {
    const found = await api.data<RunDetail>('GET', `runs/${id}`);
    if (found.finishedAt && found.attempt >= attempt) return found;
    await sleep(50);
  }
}

describe('Grading over the API', () => {
  it('finds a run right after its start, and lets people grade rows only after its end', async () => {
    const body = run('right', endpoint.url, { experimentId: 'parity-2026', targetName: 'right' });
    await api.data('POST', 'runs', body);
    const begun = await api.data<RunDetail>('GET', 'runs/right');
    expect(begun).toMatchObject({ evaluationId: 'right', datasetId: 'parity', targetName: 'right' });
    const early = await api.send('PUT', 'runs/right/rows/0/mark', { verdict: 'right' });
    expect(begun.finishedAt ? [] : [early.status, early.body.error?.code]).toEqual(
      begun.finishedAt ? [] : [409, 'RunStillActive'],
    );
    expect((await ended('right')).summary).toMatchObject({ succeeded: 6, passRate: 1 });
  });

  it('shows a person’s score beside the judge’s at once, and then in the table', async () => {
    const marked = await api.data<{ human: object }>('PUT', 'runs/right/rows/3/mark', { verdict: 'wrong', note: 'no' });
    expect(marked.human).toMatchObject({ score: 0, passed: false, reason: 'no', by: 'test operator' });
    const scores = { human: marked.human };
    const { rows } = await api.data<{ rows: IndexRow[] }>('GET', 'runs/right/rows');
    expect(JSON.parse(rows[3]?.scores ?? '{}')).toMatchObject(scores);
    const whole = await api.data<{ scores: string; passed: boolean }>('GET', 'runs/right/rows/3');
    expect(JSON.parse(whole.scores)).toMatchObject(scores);
    await vi.waitFor(
      async () => {
        const table = await cloud.results(`${TENANT}..right`, 'scores, passed');
        expect(JSON.parse(table[3]?.scores ?? '{}')).toMatchObject(scores);
        expect(table[3]?.passed).toBe('true');
      },
      { timeout: 20_000 },
    );
    expect((await api.send('PUT', 'runs/right/rows/99/mark', { verdict: 'right' })).status).toBe(404);
    expect((await api.send('PUT', 'runs/right/rows/3/mark', { verdict: 'perhaps' })).status).toBe(400);
  });

  it('compares the variants of an experiment, and none of another tenant', async () => {
    await api.data('POST', 'runs', run('lazy', always.url, { experimentId: 'parity-2026', targetName: 'lazy' }));
    await ended('lazy');
    const { experiments } = await api.data<{ experiments: Experiment[] }>('GET', 'experiments');
    expect(experiments).toMatchObject([
      { experimentId: 'parity-2026', variants: [{ name: 'right' }, { name: 'lazy', evaluationId: 'lazy' }] },
    ]);
    const compared = await api.data<ExperimentComparison>('GET', 'experiments/parity-2026?baseline=lazy');
    expect(compared).toMatchObject({
      baseline: 'lazy',
      findings: [expect.stringContaining('right'), expect.stringContaining('costs')],
      variants: [
        { evaluationId: 'right', passRate: 1 },
        { evaluationId: 'lazy', passRate: 0.5 },
      ],
    });
    expect(compared.changed.map(({ change, rowIndex }) => `${rowIndex} ${change}`)).toEqual([
      '1 better',
      '3 better',
      '5 better',
    ]);
    const stranger = await ApiClient.create(cloud, 'api-scoring-b');
    expect((await stranger.send('GET', 'experiments/parity-2026')).status).toBe(404);
    expect(await stranger.data('GET', 'experiments')).toEqual({ experiments: [] });
  });

  it('scores answers again with other evaluators, without calling a row', async () => {
    const calls = endpoint.total();
    expect((await api.send('POST', 'runs/right/score', {})).body.error?.code).toBe('InvalidRequest');
    const body = { evaluators: [{ type: 'contains', name: 'says_even', value: 'even' }] };
    expect((await api.send('POST', 'runs/right/score', body)).status).toBe(202);
    const scored = await ended('right', 2);
    expect(scored.summary).toMatchObject({ passRate: 0.5 });
    expect(endpoint.total()).toBe(calls);
    const { rows } = await api.data<{ rows: IndexRow[] }>('GET', 'runs/right/rows?filter=passed:false');
    expect(rows.map(({ rowIndex }) => rowIndex)).toEqual([1, 3, 5]);
    expect(JSON.parse(rows[1]?.scores ?? '{}')).toMatchObject({
      says_even: { passed: false },
      human: { passed: false },
    });
    // It shares no evaluator with the other variant any more, which goes by expected answers.
    const refused = await api.send('GET', 'experiments/parity-2026?baseline=lazy');
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'NothingToCompare']);
    expect(refused.body.error?.message).toContain('rollcall score lazy --evaluators FILE');
  });

  it('estimates cost and time of all rows from the first few', async () => {
    const { evaluationId: _id, ...body } = run('', endpoint.url);
    const told = await api.data<Estimate>('POST', 'estimate', { run: body, rows: 2 });
    expect(told).toMatchObject({ status: 'done', triedRows: 2, failed: 0, rows: 6, maxConcurrency: 1 });
    expect(told.costUsd?.expected).toBeCloseTo(0.06);
    expect(await api.data('POST', 'estimate', { evaluationId: told.evaluationId })).toEqual(told);
    const limited = { run: { ...body, limit: 4, config: { ...body.config, executor: { repeats: 3 } } }, rows: 2 };
    const repeated = await api.data<Estimate>('POST', 'estimate', limited);
    expect(repeated).toMatchObject({ triedRows: 2, rows: 4, calls: 12, pricesAsOf: expect.stringMatching(/^2026-/) });
    expect(repeated.costUsd?.expected).toBeCloseTo(0.12);
    // It is no run of anybody's, and is there for who asks for it.
    const { runs } = await api.data<{ runs: Run[] }>('GET', 'runs?kind=run');
    expect(runs.map(({ evaluationId }) => evaluationId)).not.toContain(told.evaluationId);
    expect(await api.data('GET', `runs/${told.evaluationId}`)).toMatchObject({ estimate: true, total: 2 });
    const missing = { run: { ...body, datasetId: 'nothing' } };
    expect((await api.send('POST', 'estimate', missing)).body.error?.code).toBe('DatasetNotFound');
  });
});
