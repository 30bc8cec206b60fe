import { afterAll, describe, expect, it } from 'vitest';
import { modelSchema } from '../../../domain/models/model-schema.ts';
import { sumOf } from '../../../domain/run-records/store/batch-counts.ts';
import { type BatchApis, type BatchApisOptions, startBatchApis } from '../../../examples/batch-apis/batch-apis.ts';
import { startCallerCloud } from '../caller-cloud.ts';
import { APIS, type ApiName, jobRun, Killed, killedAt, questions } from './job-runs.ts';

const cloud = await startCallerCloud();
const started: BatchApis[] = [];
afterAll(() => Promise.all(started.map((apis) => apis.close())));

async function startApis(options: BatchApisOptions = {}): Promise<BatchApis> {
  const apis = await startBatchApis({ takesMs: 0, ...options });
  started.push(apis);
  return apis;
}

const PRESETS = Object.keys(APIS) as ApiName[];
/** `npm run soak` has more rows, and kills at every request. */
const [ROWS, MOMENTS, STEP] = process.env.ROLLCALL_SOAK
  ? [1_000, ['before', 'after'] as const, 1]
  : [200, ['after'] as const, 6];
/** What a row's answer is in each API. */
const answerOf = (api: ApiName, n: number, each: number) =>
  api === 'salesforce-bulk-2' ? `001-${n % each}` : `done q-${n}`;

describe.each(PRESETS)('rows go through %s', (api) => {
  it('in few jobs, and find their answers in results that are shuffled, partly failed and partly missing', async () => {
    const apis = await startApis({ faults: { everyFailed: 33, everyMissing: 100, shuffled: true } });
    const each = ROWS / 2;
    const { run, done } = await jobRun(cloud, {
      url: apis.url,
      api,
      rows: questions(ROWS),
      bulk: { maxItemsPerCall: each },
    });
    await done();
    expect(apis.jobs.size).toBe(2);
    const settled = await run.settled();
    const expected = questions(ROWS).map((_, n) => {
      const place = n % each;
      if (place % 100 === 99) return 'AnswerMissing';
      return place % 33 === 31 ? 'TargetFailed' : answerOf(api, n, each);
    });
    expect(settled.map(({ actual_output, error_name }) => error_name ?? actual_output)).toEqual(expected);
    expect(settled.every(({ call_mode, calls }) => call_mode === 'bulk' && calls === 1)).toBe(true);
    expect(sumOf(await run.counts())).toMatchObject({ bulk_calls: 2, individual_calls: 0 });
  });

  it('once, wherever the function is killed', async () => {
    const killed: string[] = [];
    for (const moment of MOMENTS) {
      for (let nth = 2; ; nth += STEP) {
        const apis = await startApis();
        const { run, invoke, done } = await jobRun(cloud, { url: apis.url, api, rows: questions(2) });
        const isKilled = await invoke(run.event(), killedAt(cloud.s3, nth, moment)).then(
          () => false,
          (error) => error instanceof Killed,
        );
        await done({ ...run.event(), crashes: 1 });
        expect(apis.jobs.size, `killed ${moment} request ${nth}`).toBe(1);
        const settled = await run.settled();
        expect(settled.map(({ actual_output }) => actual_output)).toEqual(
          questions(2).map((_, n) => answerOf(api, n, 2)),
        );
        if (!isKilled) break;
        killed.push(`${moment} ${nth}`);
      }
    }
    expect(killed.length).toBeGreaterThan(1);
  });

  it('once, when the answer to the submission gets lost', async () => {
    const apis = await startApis({ loseAnswers: 1, takesMs: 100 });
    const { run, done } = await jobRun(cloud, { url: apis.url, api, rows: questions(4) });
    await done();
    expect(apis.jobs.size).toBe(1);
    expect((await run.settled()).every(({ status }) => status === 'succeeded')).toBe(true);
  });

  it('and what is not done in time is failed, for a retry', async () => {
    const apis = await startApis({ faults: { expiresAt: 0.5 } });
    const { run, done } = await jobRun(cloud, { url: apis.url, api, rows: questions(4) });
    await done();
    expect((await run.settled()).map(({ error_name }) => error_name)).toEqual([null, null, 'JobExpired', 'JobExpired']);
  });

  it('and a cancelled run stops its job and keeps what that has finished', async () => {
    const apis = await startApis({ takesMs: 60_000 });
    const { run, invoke, done } = await jobRun(cloud, { url: apis.url, api, rows: questions(4) });
    await invoke();
    const [job] = apis.jobs.values();
    Object.defineProperty(job, 'createdAt', { value: Date.now() - 30_500 });
    await run.setRecord({ status: 'cancelled', reason: 'enough' });
    await done({ ...run.event(), repeats: 1 });
    expect(job?.isCancelled).toBe(true);
    expect((await run.settled()).map(({ status, error_name }) => [status, error_name])).toEqual([
      ['succeeded', null],
      ['succeeded', null],
      ['skipped', 'RunCancelled'],
      ['skipped', 'RunCancelled'],
    ]);
  });
});

describe('a bulk job', () => {
  it('runs on while its run is paused, and is collected afterwards', async () => {
    const apis = await startApis();
    const { run, invoke, done } = await jobRun(cloud, { url: apis.url, api: 'openai-batches', rows: questions(3) });
    await invoke();
    await run.setRecord({ status: 'paused' });
    const before = apis.requests.length;
    expect(await invoke({ ...run.event(), repeats: 1 })).toMatchObject({ outcome: 'wait' });
    expect(apis.requests).toHaveLength(before);
    await run.setRecord({ status: 'running' });
    await done({ ...run.event(), repeats: 1 });
    expect(apis.jobs.size).toBe(1);
    expect((await run.settled()).every(({ status }) => status === 'succeeded')).toBe(true);
  });

  it.runIf(process.env.ROLLCALL_SOAK)(
    'of 50,000 rows is looked at in less than a second of the processor',
    async () => {
      const apis = await startApis({ takesMs: 3_600_000 });
      const given = { url: apis.url, api: 'openai-batches', rows: questions(50_000) } as const;
      const { run, invoke } = await jobRun(cloud, given);
      expect(await invoke()).toMatchObject({ outcome: 'wait' });
      for (let look = 1; look <= 3; look++) {
        const before = process.cpuUsage();
        expect(await invoke({ ...run.event(), repeats: look })).toMatchObject({ outcome: 'wait' });
        const { user, system } = process.cpuUsage(before);
        expect((user + system) / 1_000).toBeLessThan(1_000);
      }
      expect(apis.jobs.size).toBe(1);
    },
    120_000,
  );

  it('of an earlier pass is gone on with by the next', async () => {
    const apis = await startApis({ takesMs: 200 });
    const { run, invoke, done } = await jobRun(cloud, { url: apis.url, api: 'anthropic-batches', rows: questions(3) });
    await invoke();
    await run.setRecord({ attempt: 2 });
    await done({ ...run.event(), run: { ...run.run, attempt: 2 } });
    expect(apis.jobs.size).toBe(1);
  });

  it.each([
    ['anthropic-batches', 'anthropic', 'claude-sonnet-4-5'],
    ['openai-batches', 'openai', 'gpt-4o'],
  ] as const)('of %s takes the prompts of a model, and names it in its rows', async (api, provider, name) => {
    const apis = await startApis();
    const model = modelSchema.parse({ provider, model: name, prompt: '{{question}}' });
    const changes = { model, inputMapping: undefined };
    const { run, done } = await jobRun(cloud, { url: apis.url, api, rows: questions(3), run: changes });
    await done();
    expect(apis.jobs.size).toBe(1);
    for (const [n, row] of (await run.settled()).entries()) {
      expect(row).toMatchObject({ actual_output: `done q-${n}`, provider_name: provider, call_mode: 'bulk' });
      expect(row.cost_usd).toBeGreaterThan(0);
    }
  });

  it('costs half of what its tokens usually do', async () => {
    const apis = await startApis();
    const { run, done } = await jobRun(cloud, { url: apis.url, api: 'openai-batches', rows: questions(1) });
    await done();
    // 1,000 tokens at $2.50 and 100 at $10 a million.
    expect((await run.settled())[0]?.cost_usd).toBeCloseTo((0.0025 + 0.001) / 2, 9);
  });

  it('is one of several that are open at once, and no more than may be', async () => {
    const apis = await startApis({ takesMs: 50 });
    const { run, invoke, done } = await jobRun(cloud, {
      url: apis.url,
      api: 'openai-batches',
      rows: questions(3),
      bulk: { maxItemsPerCall: 1, job: { maxOpen: 2 } },
      maxConcurrency: 10,
    });
    await invoke();
    expect(apis.jobs.size).toBe(2);
    await done({ ...run.event(), repeats: 1 });
    expect(apis.jobs.size).toBe(3);
    expect((await run.settled()).every(({ status }) => status === 'succeeded')).toBe(true);
  });
});
