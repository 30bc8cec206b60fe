import { InvokeCommand } from '@aws-sdk/client-lambda';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ResultStage } from '../../../client/monitors/result-stage.ts';
import { ApiClient } from '../../support/api-client.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';

interface Results {
  readonly results: { readonly threadId?: string; readonly turns?: number; readonly passed: boolean | null }[];
}

const TENANT = 'traces-test';
let cloud: RollcallCloud;
let owner: ApiClient;
let stranger: ApiClient;
beforeAll(async () => {
  cloud = await RollcallCloud.shared();
  owner = await ApiClient.create(cloud, TENANT);
  stranger = await ApiClient.create(cloud, 'traces-stranger');
});

const turn = (thread_id: string, number: number, output = 'gladly') => ({
  trace_id: `${thread_id}-${number}`,
  thread_id,
  started_at: new Date(Date.now() + number * 1000).toISOString(),
  input: `question ${number}`,
  output,
});

describe('traces, threads and monitors over HTTP', () => {
  it('a thread is evaluated when its last turn has settled', async () => {
    const monitor = {
      level: 'thread',
      settleSeconds: 1,
      evaluators: [{ type: 'jsonata', name: 'polite', expression: '$not("sorry" in messages.output)' }],
    };
    expect(await owner.data('PUT', 'monitors/polite', monitor)).toMatchObject({ version: 1, sampling: 1 });
    const traces = [turn('kind', 2), turn('kind', 1), turn('rude', 1, 'sorry')];
    expect(await owner.data('POST', 'traces', { traces })).toEqual({ received: 3, unchanged: 0 });
    await owner.data('POST', 'traces', turn('kind', 3));
    await vi.waitFor(
      async () => {
        const { results } = await owner.data<Results>('GET', 'monitors/polite/results');
        expect(results.find(({ threadId }) => threadId === 'kind')).toMatchObject({ turns: 3, passed: true });
        expect(results.find(({ threadId }) => threadId === 'rude')).toMatchObject({ turns: 1, passed: false });
      },
      { timeout: 120_000, interval: 50 },
    );
    expect(await owner.data('POST', 'monitors/polite/test', { last: 2 })).toMatchObject({ evaluated: 2, passed: 1 });
  });

  it('results are loaded into their table once, however often they were staged and loaded', async () => {
    const load = () => cloud.lambda.send(new InvokeCommand({ FunctionName: 'rollcall-monitor-loader' }));
    const staged = new ResultStage({ s3: cloud.s3, bucket: cloud.output('DataBucketName') });
    const result = { version: 1, traceId: 'twice-1', threadId: 'twice', turns: 1, scores: {}, costUsd: 0.5 };
    const named = { tenant: TENANT, monitor: 'polite', id: 'twice#v1' };
    // As one that was cut off before it had said that the result is there.
    const evaluated = (evaluatedAt: string, passed: boolean) =>
      staged.add({ ...named, result: { ...result, evaluatedAt, passed } });
    const earlier = new Date(Date.now() - 1_000).toISOString();
    await Promise.all([evaluated(earlier, false), evaluated(new Date().toISOString(), true)]);
    expect((await load()).FunctionError).toBeUndefined();
    await evaluated(earlier, false);
    expect((await load()).FunctionError).toBeUndefined();
    const rows = await cloud.query(
      `SELECT monitor, thread_id, turns, truncated, passed, cost_usd, json_extract_scalar(scores, '$.polite.score') AS score
       FROM s3_evaluation_db.monitor_results WHERE tenant = '${TENANT}' ORDER BY thread_id, turns`,
    );
    expect(rows.find(({ thread_id }) => thread_id === 'rude')).toMatchObject({
      turns: '1',
      passed: 'false',
      score: '0',
    });
    expect(rows.find(({ thread_id }) => thread_id === 'twice')).toMatchObject({ passed: 'true', cost_usd: '0.5' });
    expect(rows.filter(({ thread_id }) => thread_id === 'twice')).toHaveLength(1);
    expect(rows.filter(({ thread_id, turns }) => thread_id === 'kind' && turns === '3')).toHaveLength(1);
    const list = new ListObjectsV2Command({ Bucket: cloud.output('DataBucketName'), Prefix: 'monitor-results/' });
    expect((await cloud.s3.send(list)).Contents ?? []).toEqual([]);
  });

  it('threads are listed and walked page by page, and are nobody else’s', async () => {
    const first = await owner.data<{ threads: object[]; cursor: string }>('GET', 'threads?limit=1');
    expect(first.threads).toMatchObject([{ threadId: 'kind', turns: 3 }]);
    const second = await owner.data<{ threads: object[] }>('GET', `threads?limit=1&cursor=${first.cursor}`);
    expect(second.threads).toMatchObject([{ threadId: 'rude', turns: 1 }]);
    const page = await owner.data<{ traces: object[]; cursor: string }>('GET', 'threads/kind?limit=2');
    expect(page.traces).toMatchObject([{ trace_id: 'kind-1' }, { trace_id: 'kind-2' }]);
    const rest = await owner.data<{ traces: object[] }>('GET', `threads/kind?limit=2&cursor=${page.cursor}`);
    expect(rest.traces).toMatchObject([{ trace_id: 'kind-3' }]);

    for (const path of ['threads/kind', 'monitors/polite', 'monitors/polite/results']) {
      expect((await stranger.send('GET', path)).status).toBe(404);
    }
    expect(await stranger.data('GET', 'threads')).toEqual({ threads: [] });
    expect((await stranger.send('GET', `threads?cursor=${first.cursor}`)).status).toBe(400);
  });

  it('threads are found by a part of their id and by time, also one with a slash in its id', async () => {
    const id = 'room/7 ü?#%';
    await owner.data('POST', 'traces', { ...turn('later', 9), thread_id: id, trace_id: 'a/b' });
    const path = `threads/${encodeURIComponent(id)}`;
    expect(await owner.data('GET', path)).toMatchObject({ threadId: id, turns: 1, traces: [{ trace_id: 'a/b' }] });
    const threadsOf = async (query: string) =>
      (await owner.data<{ threads: { threadId: string }[] }>('GET', `threads?${query}`)).threads.map(
        (one) => one.threadId,
      );
    expect(await threadsOf(`search=${encodeURIComponent('om/7')}`)).toEqual([id]);
    expect(await threadsOf('search=nothing')).toEqual([]);
    expect(await threadsOf(`limit=1&search=ru`)).toEqual(['rude']);
    expect(await threadsOf(`to=${new Date(Date.now() - 3_600_000).toISOString()}`)).toEqual([]);
    expect(await threadsOf(`from=${new Date(Date.now() - 3_600_000).toISOString()}`)).toHaveLength(3);
  });

  it('a turn is moved to another thread and a long one kept whole; a monitor goes with its alarm', async () => {
    const long = turn('long', 1, 'long '.repeat(100_000));
    await owner.data('POST', 'traces', { traces: [turn('left', 1), turn('left', 2), long] });
    await owner.data('POST', 'traces', { ...turn('left', 2), thread_id: 'moved' });
    expect(await owner.data('GET', 'threads/left')).toMatchObject({ turns: 1 });
    expect(await owner.data('GET', 'threads/moved')).toMatchObject({ turns: 1, traces: [{ trace_id: 'left-2' }] });
    expect(await owner.data('GET', 'threads/long')).toMatchObject({ traces: [{ output: long.output }] });

    const monitor = { level: 'trace', evaluators: [{ type: 'contains', value: 'x' }], alarm: { passedBelow: 0.9 } };
    await owner.data('PUT', 'monitors/alarmed', monitor);
    await owner.data('DELETE', 'monitors/alarmed');
    expect((await owner.send('GET', 'monitors/alarmed')).status).toBe(404);
  });

  it('what is no trace or no monitor is refused with the place', async () => {
    const traces = await owner.send('POST', 'traces', {
      traces: [turn('x', 1), { ...turn('x', 2), started_at: 'now' }],
    });
    expect([traces.status, traces.body.error?.message]).toEqual([400, expect.stringContaining('traces.1.started_at')]);
    const monitor = await owner.send('PUT', 'monitors/bad', { evaluators: ['exact'], mapping: { mapping: { a: {} } } });
    expect([monitor.status, monitor.body.error?.code]).toEqual([400, 'InvalidMonitor']);
    const changed = await owner.send('PUT', 'monitors/polite', { evaluators: ['exact'] }, { 'if-match': '"9"' });
    expect(changed.status).toBe(412);
  });
});
