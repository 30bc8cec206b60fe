import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClients } from '../../client/connect/clients.ts';
import { listResults } from '../../client/monitors/monitor-results.ts';
import { putMonitor } from '../../client/monitors/monitor-store.ts';
import { connectTraces, type Tracing } from '../../client/traces/connect-traces.ts';
import { listThreads } from '../../client/traces/list-traces.ts';
import { receiveTraces } from '../../client/traces/receive-traces.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { isUnknown } from '../../core/on-unknown.ts';
import { startBatchApis } from '../../examples/batch-apis/batch-apis.ts';
import { type LimitedApi, startLimitedApi } from '../../examples/limited-api/limited-api.ts';
import { APIS, type ApiName } from '../functions/endpoint-caller/job-runs.ts';
import type { MergeMoment } from '../support/cloud-process.ts';
import { countedConfig, numbers } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { KillableCloud } from '../support/killable-cloud.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';
import { testAssemblies } from '../support/shared-by-workers.ts';

/** `npm run soak` kills it twenty times; each one takes seconds. */
const [KILLS, ROWS] = process.env.ROLLCALL_SOAK ? [20, 200] : [1, 60];
const SIDE_BY_SIDE = 2;
/** Rows of each variant that a judge is asked about. */
const JUDGED = process.env.ROLLCALL_SOAK ? 100 : 8;
/** When it is killed: after these shares of the calls. */
const MOMENTS = process.env.ROLLCALL_SOAK ? [0.2, 0.4, 0.6, 0.8] : [0.5];
/** Where in a MERGE it is killed. */
const MERGE_MOMENTS: MergeMoment[] = process.env.ROLLCALL_SOAK ? ['uncommitted', 'committed'] : ['uncommitted'];
/** Rows for an API with a limit, and how many of them a bulk call has. */
const LIMITED = 400;
const CHUNK = 5;
const VARIANTS = ['small', 'medium', 'large'];
/** A pass takes a second or so to plan: some kills fall into that time, the others into the calls. */
const LONGEST_PLANNING_MS = 2_000;
const MOST_CALLS = 24;

/** Each takes half a minute: whether the submission arrived is only certain when its own time is over. */
const JOB_KILLS = process.env.ROLLCALL_SOAK
  ? (Object.keys(APIS) as ApiName[]).flatMap((api) =>
      (['before', 'after', 'later'] as const).map((moment) => ({ api, moment })),
    )
  : [];
const [JOB_ROWS, JOB_ITEMS] = [1_000, 500];

describe('a run whose cloud is killed with SIGKILL', () => {
  let dataDir: string;
  let clouds: KillableCloud;
  let endpoint: CountingEndpoint;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'rollcall-killed-'));
    clouds = new KillableCloud(dataDir, await testAssemblies());
    endpoint = await countingEndpoint(() => ({ delayMs: 120 }));
  });
  afterAll(async () => {
    await clouds?.close();
    await endpoint?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** The one that runs: each test goes on with that of the last. */
  let running: RollcallCloud | undefined;
  const start = async (diesAtMerge?: MergeMoment) => {
    await clouds.kill();
    running = await RollcallCloud.at(
      { endpoint: await clouds.start(diesAtMerge), close: () => clouds.kill() },
      dataDir,
    );
    return running;
  };

  /** After some time, or after some calls; a run that makes none is not waited for. */
  async function randomMoment(): Promise<void> {
    if (Math.random() < 0.4) return sleep(Math.random() * LONGEST_PLANNING_MS);
    const calls = endpoint.total() + Math.random() * MOST_CALLS;
    for (const end = Date.now() + 10_000; endpoint.total() < calls && Date.now() < end; ) await sleep(7);
  }

  it(`at ${KILLS} random moments has, once resumed, every row once, and calls no settled row again`, async () => {
    let rollcall = running ?? (await start());
    await rollcall.insertDataset('numbers', numbers(ROWS));
    const config = countedConfig('endpoint', rollcall, endpoint, { maxConcurrency: SIDE_BY_SIDE });
    const input = { evaluationId: 'killed', datasetId: 'numbers', config };
    await rollcall.start('killed', input);
    /** Calls whose answer was lost with the process that had made them, by row. */
    const lost = new Map<number, number>();
    const settled = new Set<number>();
    for (let kill = 0; kill < KILLS; kill++) {
      await randomMoment();
      await clouds.kill();
      rollcall = await start();
      for (const n of await settledRows(rollcall)) settled.add(n);
      for (const { n } of numbers(ROWS)) if (!settled.has(n)) lost.set(n, endpoint.calls.get(String(n)) ?? 0);
      // A kill may come before there is a record; then the run begins anew.
      if (await rollcall.runs.find('killed')) await rollcall.control('resume', 'killed');
      else await rollcall.start(`killed-${kill}`, input);
    }
    await untilCompleted(rollcall, 'killed');

    const rows = await rollcall.results('killed', 'row_index, status');
    expect(rows).toEqual(numbers(ROWS).map(({ n }) => ({ row_index: String(n), status: 'succeeded' })));
    const wrong = numbers(ROWS).filter(({ n }) => endpoint.calls.get(String(n)) !== (lost.get(n) ?? 0) + 1);
    expect(wrong).toEqual([]);
    expect(endpoint.total()).toBeLessThanOrEqual(ROWS + KILLS * SIDE_BY_SIDE);
    expect(await rollcall.record('killed')).toMatchObject({ status: 'completed', total: ROWS, succeeded: ROWS });
  });

  it.each(MERGE_MOMENTS)('in its MERGE, %s, is finished by resume, and calls no row again', async (moment) => {
    const id = `merge-${moment}`;
    let rollcall = await start(moment);
    await rollcall.insertDataset(id, numbers(6));
    const merged = await countingEndpoint(() => ({}));
    const config = countedConfig('endpoint', rollcall, merged, { maxConcurrency: 6 });
    await rollcall.start(id, { datasetId: id, config });
    await clouds.died();
    rollcall = await start();
    expect(await rollcall.results(id)).toHaveLength(moment === 'committed' ? 6 : 0);
    await rollcall.control('resume', id);
    await untilCompleted(rollcall, id);

    const rows = await rollcall.results(id, 'row_index, status');
    expect(rows).toEqual(numbers(6).map(({ n }) => ({ row_index: String(n), status: 'succeeded' })));
    expect(await rollcall.record(id)).toMatchObject({ status: 'completed', total: 6, succeeded: 6 });
    expect(merged.total()).toBe(6);
    await merged.close();
  });

  it.each(JOB_KILLS)(
    '$moment its bulk job of $api is submitted has every row once, and one submission a chunk',
    async ({ api, moment }) => {
      let kills = 0;
      let isDead = false;
      const kill = async () => {
        if (kills++ > 0) return undefined;
        await clouds.kill();
        isDead = true;
        return 'drop' as const;
      };
      const apis = await startBatchApis({
        takesMs: 2_000,
        faults: { everyFailed: 33, everyMissing: 100, shuffled: true },
        onSubmission: async (at) => (at === moment ? kill() : undefined),
      });
      let rollcall = await start();
      const id = `killed-${api}-${moment}`;
      await rollcall.insertDataset(id, numbers(JOB_ROWS));
      const { path, headers, bulk, inputMapping } = APIS[api];
      const config = {
        endpoint: { url: `${apis.url}${path}`, headers, allowPrivateAddresses: true },
        endpointInputMapping: inputMapping.replace('input.question', '"n-" & $string(input.n)'),
        bulkConfig: {
          preset: api,
          ...bulk,
          maxItemsPerCall: JOB_ITEMS,
          timeoutSeconds: 3,
          job: { pollSeconds: 1, lookupSeconds: 1 },
        },
      };
      await rollcall.start(id, { evaluationId: id, datasetId: id, config });
      if (moment === 'later') {
        while (apis.jobs.size < JOB_ROWS / JOB_ITEMS) await sleep(50);
        await clouds.kill();
      } else while (!isDead) await sleep(50);
      rollcall = await start();
      await rollcall.control('resume', id);
      await untilCompleted(rollcall, id);
      expect(apis.jobs.size).toBe(JOB_ROWS / JOB_ITEMS);
      const table = `"${rollcall.output('DatabaseName')}"."evaluation_results_evaluations"`;
      const found = await rollcall.query(
        `SELECT error_name, count(*) AS n, count(DISTINCT row_index) AS row_count FROM ${table} WHERE evaluation_id = '${id}' GROUP BY error_name ORDER BY error_name`,
      );
      // Of each chunk every 100th result is missing, and of the others every 33rd has failed.
      expect(found).toEqual([
        { error_name: 'AnswerMissing', n: '10', row_count: '10' },
        { error_name: 'TargetFailed', n: '30', row_count: '30' },
        { error_name: null, n: '960', row_count: '960' },
      ]);
      await apis.close();
    },
    240_000,
  );

  it.runIf(process.env.ROLLCALL_SOAK)(
    `while a judge is asked about ${VARIANTS.length} variants pays for each of its answers once, but for those in flight`,
    async () => {
      const judge = await countingEndpoint(() => ({ delayMs: 60, body: { score: 1 } }));
      let rollcall = running ?? (await start());
      await rollcall.insertDataset('judged', numbers(JUDGED));
      const target = { endpoint: { url: judge.url, allowPrivateAddresses: true } };
      const executor = { maxConcurrency: SIDE_BY_SIDE };
      for (const name of VARIANTS) {
        // Each variant has answers of its own.
        const answers = { endpointOutputMapping: `"${name} says " & body.answer` };
        const config = { ...countedConfig('endpoint', rollcall, endpoint, { maxConcurrency: 20 }), ...answers };
        const evaluators = [{ type: 'judge', rubric: 'Good?', target, executor }];
        await rollcall.start(name, { datasetId: 'judged', experimentId: 'e', config: { ...config, evaluators } });
      }
      for (const share of MOMENTS) {
        while (judge.total() < share * JUDGED * VARIANTS.length) await sleep(7);
        await clouds.kill();
        rollcall = await start();
        for (const name of VARIANTS) await rollcall.control('resume', name);
      }
      for (const name of VARIANTS) {
        await untilCompleted(rollcall, name);
        expect((await rollcall.record(name)).summary).toContain(`"scored":${JUDGED},"passed":${JUDGED},"errors":0`);
      }
      expect(judge.calls.size).toBe(JUDGED * VARIANTS.length);
      expect(judge.total()).toBeLessThanOrEqual((JUDGED + MOMENTS.length * SIDE_BY_SIDE) * VARIANTS.length);
      await judge.close();
    },
  );

  it('while turns come in has every turn as a trace and every thread evaluated after its last turn', async () => {
    const { threads, turns } = process.env.ROLLCALL_SOAK ? { threads: 20, turns: 10 } : { threads: 4, turns: 4 };
    let tracing = await tracingOf(running ?? (await start()));
    const complete = { type: 'jsonata', name: 'complete', expression: `$count(messages) = ${turns}` };
    await putMonitor('killed', { name: 'live', level: 'thread', settleSeconds: 1, evaluators: [complete] }, tracing);
    for (let turn = 0; turn < turns; turn++) {
      const traces = Array.from({ length: threads }, (_, thread) => ({
        trace_id: `${thread}-${turn}`,
        thread_id: `thread-${thread}`,
        started_at: new Date(Date.now() + turn).toISOString(),
        input: `question ${turn}`,
        output: 'gladly',
      }));
      await receiveTraces('killed', traces, tracing);
      if (turn === Math.floor(turns / 2) || (process.env.ROLLCALL_SOAK && turn === turns - 1)) {
        // Some are in the queue, some are being worked on.
        await sleep(Math.random() * 1_500);
        await clouds.kill();
        tracing = await tracingOf(await start());
      }
    }
    const seen = async () => {
      const { results } = await listResults('killed', 'live', { limit: 500 }, tracing);
      return results.filter(({ passed }) => passed);
    };
    while ((await seen()).length < threads) await sleep(100);
    expect(new Set((await seen()).map(({ threadId }) => threadId)).size).toBe(threads);
    expect((await seen()).every((result) => result.turns === turns)).toBe(true);
    const listed = await listThreads('killed', { limit: 100 }, tracing);
    expect(listed.threads.map((head) => head.turns)).toEqual(Array.from({ length: threads }, () => turns));
  });

  it('while judges of monitors think scores every thread, and asks no question again but those in flight', async () => {
    const judge = await countingEndpoint(() => ({ delayMs: 400, body: { score: 1 } }));
    let tracing = await tracingOf(running ?? (await start()));
    const target = { endpoint: { url: judge.url, allowPrivateAddresses: true } };
    const evaluators = [{ type: 'judge', rubric: 'Glad?', target, executor: { maxConcurrency: SIDE_BY_SIDE } }];
    await putMonitor('asked', { name: 'glad', level: 'thread', settleSeconds: 0, evaluators }, tracing);
    const traces = Array.from({ length: JUDGED }, (_, thread) => ({
      trace_id: `glad-${thread}`,
      thread_id: `glad-${thread}`,
      started_at: new Date().toISOString(),
      output: `gladly ${thread}`,
    }));
    await receiveTraces('asked', traces, tracing);
    for (const share of MOMENTS) {
      while (judge.total() < share * JUDGED) await sleep(7);
      await clouds.kill();
      tracing = await tracingOf(await start());
    }
    const results = async () => (await listResults('asked', 'glad', { limit: 500 }, tracing)).results;
    while ((await results()).length < JUDGED) await sleep(100);
    expect((await results()).every(({ passed }) => passed)).toBe(true);
    expect(judge.calls.size).toBe(JUDGED);
    expect(judge.total()).toBeLessThanOrEqual(JUDGED + MOMENTS.length * SIDE_BY_SIDE);
    await judge.close();
  });

  // It takes a minute: `npm run soak` has it.
  if (process.env.ROLLCALL_SOAK) {
    it('makes no call of an API with a limit again but those that were in flight, one by one and in bulk', async () => {
      await clouds.kill();
      const paced = await startLimitedApi({ limit: 20, windowMs: 1_000, latencyMs: 60 });
      const bulk = await startLimitedApi({ limit: 1_000, windowMs: 1_000, latencyMs: 500 });
      let rollcall = await start();
      await rollcall.insertDataset('limited', limitedItems(LIMITED));
      const config = ({ url }: LimitedApi, more: object = {}) => ({
        endpoint: { url: `${url}/items`, allowPrivateAddresses: true },
        executor: { maxConcurrency: SIDE_BY_SIDE },
        ...more,
      });
      const inChunks = { endpoint: '/bulk', maxItemsPerCall: CHUNK, responseMapping: { itemIdField: 'id' } };
      await Promise.all([
        rollcall.start('limited-paced', { datasetId: 'limited', config: config(paced) }),
        rollcall.start('limited-bulk', { datasetId: 'limited', config: config(bulk, { bulkConfig: inChunks }) }),
      ]);
      for (const share of MOMENTS) {
        const isUnderWay = () => paced.calls.size >= share * LIMITED && bulk.calls.size >= share * LIMITED;
        while (!isUnderWay()) await sleep(7);
        await clouds.kill();
        rollcall = await start();
        for (const name of ['limited-paced', 'limited-bulk']) {
          const { status } = await rollcall.record(name);
          if (status !== 'completed') await rollcall.control('resume', name);
        }
      }
      for (const name of ['limited-paced', 'limited-bulk']) {
        await untilCompleted(rollcall, name);
        expect(await rollcall.record(name)).toMatchObject({ succeeded: LIMITED, failed: 0 });
      }
      const again = ({ calls }: LimitedApi) => [...calls.values()].reduce((sum, count) => sum + count - 1, 0);
      expect([paced.calls.size, bulk.calls.size]).toEqual([LIMITED, LIMITED]);
      expect(paced.refused).toBe(0);
      expect(again(paced)).toBeLessThanOrEqual(MOMENTS.length * SIDE_BY_SIDE);
      expect(again(bulk)).toBeLessThanOrEqual(MOMENTS.length * SIDE_BY_SIDE * CHUNK);
      expect(bulk.bulkCalls).toBeLessThanOrEqual(LIMITED / CHUNK + MOMENTS.length * SIDE_BY_SIDE);
      await Promise.all([paced.close(), bulk.close()]);
    }, 240_000);
  }
});

function tracingOf(rollcall: RollcallCloud): Promise<Tracing> {
  const names = { DataBucketName: rollcall.output('DataBucketName'), StageName: 'main' };
  return connectTraces(rollcall.cloudformation, createClients(rollcall.settings), names);
}

const limitedItems = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `i-${n}` }));

/** The rows whose result is in a batch's log: whatever happens from now on, they must not be called again. */
async function settledRows(rollcall: RollcallCloud): Promise<number[]> {
  const found: number[] = [];
  const place = { Bucket: rollcall.output('DataBucketName'), Prefix: 'staged/evaluation_id=killed/' };
  for await (const { Contents = [] } of paginateListObjectsV2({ client: rollcall.s3 }, place)) {
    for (const { Key } of Contents) {
      const { Body } = await rollcall.s3.send(new GetObjectCommand({ Bucket: place.Bucket, Key }));
      const [, ...rows] = ((await Body?.transformToString()) ?? '').split('\n').filter((line) => line !== '');
      const results = rows.map((row) => JSON.parse(row) as ResultRow);
      // Those whose answers were lost are called again, as executor.onUnknown says.
      found.push(...results.filter((row) => !isUnknown(row)).map(({ row_index }) => row_index));
    }
  }
  return found;
}

async function untilCompleted(rollcall: RollcallCloud, name: string): Promise<void> {
  for (;;) {
    const { status } = await rollcall.until(name, 'completed', 'failed', 'cancelled');
    await rollcall.end((await rollcall.record(name)).execution_arn);
    if (status === 'completed') return;
    await rollcall.control('resume', name);
  }
}
