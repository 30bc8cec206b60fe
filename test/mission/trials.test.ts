import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IndexRow } from '../../contracts/api/rows.ts';
import { ApiClient } from '../support/api-client.ts';
import { rollcall } from '../support/command-line.ts';
import { countedConfig } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

let cloud: RollcallCloud;
let endpoint: CountingEndpoint;
let judge: CountingEndpoint;

/** Row 0 is always right, row 1 every other time, row 2 never; the first call of row 3 fails, and its others are right. */
beforeAll(async () => {
  [cloud, endpoint, judge] = await Promise.all([
    RollcallCloud.shared(),
    countingEndpoint(({ n = 0 }, call) => {
      if (n === 3 && call === 1) return { status: 422, body: { error: 'not now' } };
      const isRight = n === 0 || n === 3 || (n === 1 && call % 2 === 1);
      return { body: { answer: isRight ? 'yes' : 'no' } };
    }),
    countingEndpoint(() => ({ body: { score: 1 } })),
  ]);
  const rows = [0, 1, 2, 3].map((n) => ({ n, times: n === 3 ? 3 : undefined }));
  await cloud.insertDataset('trials', rows, ['yes', 'yes', 'yes', 'yes']);
});
afterAll(async () => {
  await endpoint?.close();
  await judge?.close();
});

describe('A run with several trials per row', () => {
  it('has a result for each trial, reports flaky rows, and asks a judge once about equal answers', async () => {
    const target = { endpoint: { url: judge.url, allowPrivateAddresses: true } };
    const evaluators = ['exact', { type: 'judge', rubric: 'Trials?', target, required: false }];
    const config = { ...countedConfig('endpoint', cloud, endpoint, { repeats: 4, maxConcurrency: 4 }), evaluators };
    const summary = await cloud.run('trials-run', { datasetId: 'trials', config });
    expect(summary).toMatchObject({
      total: 16,
      succeeded: 15,
      failed: 1,
      passed: 9,
      compared: 16,
      trials: { rows: 4, trials: 4, alwaysRight: 1, flaky: 2, alwaysWrong: 1, variance: { add: 'rows' } },
    });
    // Of four rows, not of 16 trials.
    const { low, high } = summary.passRateInterval ?? { low: 0, high: 0 };
    expect(high - low).toBeGreaterThan(0.6);
    expect(summary.trials?.passAtKIntervals).toHaveLength(4);
    // C(4,2) = 6 choices: row 1 passes one of two in 5 of them, both in 1; row 3 one in all, both in 3.
    expect(summary.trials?.passAtK[1]).toBeCloseTo((1 + 5 / 6 + 0 + 1) / 4, 9);
    expect(summary.trials?.passHatK[1]).toBeCloseTo((1 + 1 / 6 + 0 + 3 / 6) / 4, 9);
    const rows = await cloud.results('trials-run', 'row_index, trial, status');
    expect(new Set(rows.map(({ row_index, trial }) => `${row_index}.${trial}`)).size).toBe(16);
    // Rows 0, 2 and 3 have one answer each, row 1 has two.
    expect(judge.total()).toBe(5);
  });

  it('retries only the failed trial, and is scored again with all of them', async () => {
    const calls = endpoint.total();
    const { executionArn = '' } = await cloud.control('retry', 'trials-run');
    await cloud.end(executionArn);
    expect(endpoint.total()).toBe(calls + 1);
    expect(JSON.parse((await cloud.record('trials-run')).summary ?? '')).toMatchObject({
      total: 16,
      succeeded: 16,
      passed: 10,
      trials: { alwaysRight: 2, flaky: 1, alwaysWrong: 1 },
    });
    expect(judge.total()).toBe(5);
  });

  it('shows every trial of a row', async () => {
    const shown = (...words: string[]) => rollcall('results', 'trials-run', '--row', '2', ...words);
    expect((await shown('--trial', '3', '--json', '--data', cloud.dataDir)).json).toMatchObject({
      row: { row_index: 1, trial: 2 },
    });
    expect((await shown('--data', cloud.dataDir)).stderr).toContain('Trial 1 of 4');
    expect((await shown('--trial', '5', '--data', cloud.dataDir)).code).toBe(2);
  });

  it('is graded by people trial by trial', async () => {
    const api = await ApiClient.create(cloud);
    await api.data('PUT', 'runs/trials-run/rows/1/mark', { verdict: 'wrong', trial: 2 });
    const { rows } = await api.data<{ rows: IndexRow[] }>('GET', 'runs/trials-run/rows');
    const marked = rows.filter(({ scores }) => scores?.includes('"human"'));
    expect(marked).toMatchObject([{ rowIndex: 1, trial: 2 }]);
    expect((await api.send('PUT', 'runs/trials-run/rows/1/mark', { verdict: 'right', trial: 9 })).status).toBe(404);
  });

  it('takes the number of trials from a column, with agents too', async () => {
    const config = countedConfig('agent', cloud, endpoint, { repeats: 'times', maxConcurrency: 4 });
    const summary = await cloud.run('trials-agent', { datasetId: 'trials', config });
    expect(summary).toMatchObject({ total: 6, succeeded: 6, trials: { rows: 4, trials: 3 } });
    const rows = await cloud.results('trials-agent', 'row_index, trial');
    const keys = rows.map(({ row_index, trial }) => `${row_index}.${trial}`).sort();
    expect(keys).toEqual(['0.0', '1.0', '2.0', '3.0', '3.1', '3.2']);
  });
});
