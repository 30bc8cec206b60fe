import { ListExecutionsCommand } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MonitorResult } from '../../../contracts/monitor.ts';
import { ApiClient } from '../../support/api-client.ts';
import { type CountingEndpoint, countingEndpoint } from '../../support/counting-endpoint.ts';
import { RollcallCloud } from '../../support/rollcall-cloud.ts';

interface Asked {
  readonly rubric?: string;
  readonly data?: { readonly messages: readonly { readonly output: string }[] };
}

const THREADS = 20;
/** One, unless a window for questions ends among them. */
const MOST_RUNS = 3;

const asked: Asked[] = [];
let owner: ApiClient;
let cloud: RollcallCloud;
let judge: CountingEndpoint;
beforeAll(async () => {
  [cloud, judge] = await Promise.all([
    RollcallCloud.shared(),
    countingEndpoint((question) => {
      asked.push(question as Asked);
      const outputs = (question as Asked).data?.messages.map(({ output }) => output) ?? [];
      const score = outputs.includes('sorry') ? 1 : 5;
      return {
        delayMs: outputs.includes('at once') ? 0 : 1_500,
        body: { score, reason: `${outputs.length} turns`, cost_usd: 0.02 },
      };
    }),
  ]);
  owner = await ApiClient.create(cloud, 'monitor-judges');
});
afterAll(() => judge?.close());

const turn = (thread_id: string, number: number, output = 'gladly') => ({
  trace_id: `${thread_id}-${number}`,
  thread_id,
  started_at: new Date(Date.now() - 60_000 + number * 1000).toISOString(),
  input: `question ${number}`,
  output,
});
const resultsOf = async (monitor: string, of = owner): Promise<MonitorResult[]> =>
  (await of.data<{ results: MonitorResult[] }>('GET', `monitors/${monitor}/results`)).results;

/** Names of the runs in which a tenant's monitors have asked. */
async function runsOf(tenant: string): Promise<string[]> {
  const stateMachineArn = cloud.output('BatchJobStateMachineArn');
  const { executions = [] } = await cloud.sfn.send(new ListExecutionsCommand({ stateMachineArn }));
  return executions.flatMap(({ name = '' }) => (name.startsWith(`${tenant}..asked-`) ? [name] : []));
}

describe('a monitor with a judge', () => {
  it('asks it about each quiet moment of a thread, also when the thread goes on while the judge thinks', async () => {
    const registered = { executionMode: 'endpoint', endpoint: { url: judge.url, allowPrivateAddresses: true } };
    const described = { description: 'Judges', inputSchema: { type: 'object' } };
    await owner.data('PUT', 'targets/judges/helpful', { ...registered, ...described });
    const evaluator = {
      type: 'judge',
      rubric: 'Was everybody helped?',
      scale: [1, 5],
      target: { target: 'judges/helpful' },
    };
    const quick = { type: 'jsonata', name: 'short', expression: '$count(messages) < 9' };
    const monitor = { level: 'thread', settleSeconds: 0, evaluators: [evaluator, quick] };
    await owner.data('PUT', 'monitors/helped', monitor);
    await owner.data('POST', 'traces', turn('one', 1));
    await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 30_000, interval: 50 });
    expect(asked[0]).toMatchObject({
      rubric: 'Was everybody helped?',
      data: { conversation_id: 'one', messages: [{ input: 'question 1', output: 'gladly' }] },
    });
    await owner.data('POST', 'traces', turn('one', 2, 'sorry'));
    await vi.waitFor(async () => expect(await resultsOf('helped')).toHaveLength(2), { timeout: 30_000, interval: 200 });
    expect((await resultsOf('helped')).toSorted((a, b) => (a.turns ?? 0) - (b.turns ?? 0))).toMatchObject([
      {
        turns: 1,
        passed: true,
        costUsd: 0.02,
        scores: { judge: { score: 1, reason: '1 turns' }, short: { score: 1 } },
      },
      { turns: 2, passed: false, costUsd: 0.02, scores: { judge: { score: 0, passed: false } } },
    ]);
    expect(await cloud.runs.list({ tenant: 'monitor-judges', filter: { name: 'asked-' }, limit: 10 })).toEqual({
      runs: [],
    });
  }, 90_000);

  it('asks about 20 threads that settle together in few runs, apart from those of another tenant', async () => {
    const tenants = ['many-a', 'many-b'];
    const clients = await Promise.all(tenants.map((tenant) => ApiClient.create(cloud, tenant)));
    const target = { endpoint: { url: judge.url, allowPrivateAddresses: true } };
    const evaluators = [{ type: 'judge', rubric: 'Many?', target, executor: { maxConcurrency: 10 } }];
    const monitor = { level: 'thread', settleSeconds: 0, evaluators };
    const traces = Array.from({ length: THREADS }, (_, at) => turn(`many-${at}`, 1, 'at once'));
    await Promise.all(clients.map((client) => client.data('PUT', 'monitors/many', monitor)));
    await Promise.all(clients.map((client) => client.data('POST', 'traces', { traces })));
    await vi.waitFor(
      async () => {
        for (const client of clients) expect(await resultsOf('many', client)).toHaveLength(THREADS);
      },
      { timeout: 60_000, interval: 100 },
    );
    const calls = [...judge.calls].filter(([question]) => question.includes('Many?'));
    // One call for each tenant: the same question of another tenant is another question.
    expect(calls.map(([, count]) => count)).toEqual(Array(THREADS).fill(2));
    for (const tenant of tenants) {
      const runs = await runsOf(tenant);
      expect(runs.length).toBeGreaterThan(0);
      expect(runs.length).toBeLessThanOrEqual(MOST_RUNS);
    }
  }, 90_000);

  it('is tried without paying twice for the same question', async () => {
    const before = asked.length;
    const tested = await owner.data<{ results: MonitorResult[] }>('POST', 'monitors/helped/test', { last: 5 });
    expect(tested).toMatchObject({ evaluated: 1, failed: 1, errors: 0 });
    expect(tested.results[0]).not.toHaveProperty('costUsd', 0.02);
    expect(asked.length).toBe(before);
  }, 60_000);

  it('says so where the judge cannot be asked, and is refused where the judge may not be called', async () => {
    const nobody = { type: 'judge', rubric: 'Good?', target: { target: 'no/body' } };
    await owner.data('PUT', 'monitors/nobody', { level: 'thread', enabled: false, evaluators: [nobody] });
    expect(await owner.data('POST', 'monitors/nobody/test', { last: 1 })).toMatchObject({
      errors: 1,
      results: [{ passed: null, scores: { judge: { error: expect.stringContaining('not registered') } } }],
    });
    const auth = { type: 'bearer', secretArn: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:others-AbCdEf' };
    const unbound = { type: 'judge', rubric: 'Good?', target: { endpoint: { url: judge.url, auth } } };
    expect((await owner.send('PUT', 'monitors/unbound', { evaluators: [unbound] })).status).toBe(403);
  });
});
