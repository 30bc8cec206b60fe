import { setTimeout as sleep } from 'node:timers/promises';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { ListExecutionsCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Scores } from '../../contracts/score.ts';
import { repliesKey } from '../../contracts/storage-keys.ts';
import { fingerprint } from '../../core/row-identity.ts';
import { startBatchApis } from '../../examples/batch-apis/batch-apis.ts';
import { ApiClient } from '../support/api-client.ts';
import { countedConfig, numbers } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

let cloud: RollcallCloud;
let target: CountingEndpoint;
let judge: CountingEndpoint;

/** Answers of the rows; the judge cannot answer about the fourth, and says nothing of use about the fifth. */
const ANSWERS = ['good', 'fair', 'poor', 'odd', 'vague', 'good'];
const MARKS: Record<string, number> = { good: 5, fair: 4, poor: 1 };

beforeAll(async () => {
  [cloud, target, judge] = await Promise.all([
    RollcallCloud.shared(),
    countingEndpoint(({ n = 0 }) => ({ body: { answer: ANSWERS[n], cost_usd: 0.01 } })),
    countingEndpoint((asked) => {
      const { actual } = asked as { actual?: string };
      if (actual === 'odd') return { status: 422, body: { error: 'I cannot judge this' } };
      const content =
        actual === 'vague'
          ? 'Hm.'
          : `Here you are:\n\`\`\`json\n{"score": ${MARKS[actual ?? '']}, "reason": "${actual}"}\n\`\`\``;
      return { body: { choices: [{ message: { content } }], cost_usd: 0.02 } };
    }),
  ]);
  await cloud.insertDataset('judged', numbers(ANSWERS.length), ['good', 'good', 'good', 'good', 'good', 'good']);
});
afterAll(async () => {
  await target?.close();
  await judge?.close();
});

const judgeOf = (more: object = {}) => ({
  type: 'judge',
  rubric: 'Is it good?',
  scale: [1, 5],
  target: { endpoint: { url: judge.url, allowPrivateAddresses: true } },
  ...more,
});
const run = (id: string, evaluators: unknown[], executor: object = {}) =>
  cloud.run(id, {
    evaluationId: id,
    datasetId: 'judged',
    config: { ...countedConfig('endpoint', cloud, target, executor), evaluators },
  });
const scoresOf = async (id: string): Promise<(Scores & { passed: string | null })[]> =>
  (await cloud.results(id, 'scores, passed')).map(({ scores, passed }) => ({ ...JSON.parse(scores ?? '{}'), passed }));

describe('a judge', () => {
  it('is asked about every answer once, equal answers to equal questions once, and its errors are counted apart', async () => {
    const summary = await run('judged-once', [judgeOf()]);
    expect(summary).toMatchObject({
      status: 'completed',
      scores: { judge: { scored: 4, passed: 3, errors: 2 } },
      scoringCostUsd: expect.closeTo(0.02 * 5, 9),
      costUsd: expect.closeTo(0.06, 9),
    });
    const [good, fair, poor, odd, vague] = await scoresOf('judged-once');
    expect(good).toEqual({ judge: { score: 1, passed: true, reason: 'good', costUsd: 0.02 }, passed: 'true' });
    expect(fair).toMatchObject({ judge: { score: 0.75, passed: true }, passed: 'true' });
    expect(poor).toMatchObject({ judge: { score: 0, passed: false }, passed: 'false' });
    expect(odd).toMatchObject({ judge: { error: expect.stringContaining('I cannot judge this') }, passed: null });
    expect(vague).toMatchObject({ judge: { error: expect.stringContaining('It gave "Hm."') }, passed: null });
    // Rows 0 and 5 have the same answer to another input: they are two questions.
    expect(judge.total()).toBe(6);
    const record = await cloud.record('judged-once');
    expect(record).toMatchObject({ total: 6, succeeded: 6, cost_usd: expect.closeTo(0.16, 9) });
    const name = record.judge_runs?.[0];
    expect(await cloud.runs.list({ tenant: 'default', filter: { name }, limit: 1 })).toEqual({ runs: [] });
  });

  it('is paid once for the same question, in another run too; only what was not answered is asked again', async () => {
    const before = judge.total();
    const summary = await run('judged-again', [judgeOf()]);
    expect(summary).toMatchObject({ scores: { judge: { scored: 4, errors: 2 } }, scoringCostUsd: 0.02 });
    expect(judge.total() - before).toBe(2);
    expect(await scoresOf('judged-again')).toMatchObject([{ judge: { score: 1, reason: 'good' } }, {}, {}, {}, {}, {}]);
    expect((await scoresOf('judged-again'))[0]?.judge).not.toHaveProperty('costUsd');
  });

  it('has cost what it has cost, and is forgotten with its run, after the record of the run that asked has expired', async () => {
    const evaluators = (rubric: string) => [judgeOf({ rubric, executor: { maxConcurrency: 1 } })];
    await run('judged-expired', evaluators('First?'));
    const { judge_runs: [asked = ''] = [], judged } = await cloud.record('judged-expired');
    expect(judged?.[asked]).toMatchObject({ cost_usd: expect.closeTo(0.1, 9) });
    const runs = { TableName: cloud.output('RunsTableName') };
    await cloud.documents.send(new DeleteCommand({ ...runs, Key: { evaluation_id: asked } }));
    const again = await cloud.start('judged-expired-again', {
      evaluationId: 'judged-expired',
      score: { evaluators: evaluators('Second?') },
    });
    expect((await cloud.end(again)).status).toBe('SUCCEEDED');
    const { scoring_cost_usd, judge_runs = [], judged: both = {} } = await cloud.record('judged-expired');
    expect(scoring_cost_usd).toBeCloseTo(0.2, 9);
    const Bucket = cloud.output('DataBucketName');
    const kept = async () => {
      const keys = judge_runs.map((id) => repliesKey(both[id]?.asker_id ?? '', id));
      const found = await Promise.all(
        keys.map((Key) => cloud.s3.send(new HeadObjectCommand({ Bucket, Key })).catch(() => undefined)),
      );
      return found.map((one) => one !== undefined);
    };
    expect(await kept()).toEqual([true, true]);
    await (await ApiClient.create(cloud, 'default')).data('DELETE', 'runs/judged-expired');
    await vi.waitFor(async () => expect(await kept()).toEqual([false, false]), { timeout: 20_000, interval: 100 });
  });

  it('is asked once by two runs that ask the same at the same time', async () => {
    const slow = await countingEndpoint(() => ({ delayMs: 300, body: { score: 1 } }));
    const endpoint = { url: slow.url, allowPrivateAddresses: true };
    const evaluators = [judgeOf({ rubric: 'Twins?', scale: [0, 1], target: { endpoint } })];
    const both = await Promise.all(['judged-twin-a', 'judged-twin-b'].map((id) => run(id, evaluators)));
    expect(both).toMatchObject(both.map(() => ({ scores: { judge: { scored: 6, errors: 0 } } })));
    expect(slow.total()).toBe(6);
    await slow.close();
  });

  it('is asked no further than the budget of the run reaches', async () => {
    const evaluators = [judgeOf({ rubric: 'Cheap?', executor: { maxConcurrency: 1 } })];
    const summary = await run('judged-budget', evaluators, { budgetLimit: 0.09 });
    expect(summary).toMatchObject({ succeeded: 6, scores: { judge: { scored: 2, errors: 4 } }, scoringCostUsd: 0.04 });
    const last = (await scoresOf('judged-budget')).at(-1);
    expect(last).toMatchObject({ judge: { error: expect.stringContaining('budget') }, passed: null });
  });

  it('takes the middle of an odd number of votes, each a call of its own', async () => {
    const before = judge.total();
    await cloud.insertDataset('votes', numbers(2));
    const evaluators = [judgeOf({ votes: 3, rubric: 'Votes?' })];
    const config = { ...countedConfig('endpoint', cloud, target), evaluators };
    expect(await cloud.run('judged-votes', { datasetId: 'votes', config })).toMatchObject({
      scores: { judge: { scored: 2, mean: 0.875 } },
    });
    expect(judge.total() - before).toBe(6);
  });
});

describe('a judge behind a batch API', () => {
  it('is asked in a bulk job, and scores come in when that is done, at its price', async () => {
    const apis = await startBatchApis({ takesMs: 500, faults: { shuffled: true } });
    const endpoint = { url: `${apis.url}/v1/chat/completions`, allowPrivateAddresses: true };
    const bulkConfig = { preset: 'openai-batches', job: { pollSeconds: 1 } };
    // Its answer repeats the question, which has a score in it.
    const content = `'{"score": ' & (input.actual = "poor" ? 1 : 5) & ', "reason": "' & input.actual & '"}'`;
    const inputMapping = `{ "model": "gpt-4o", "messages": [{ "role": "user", "content": ${content} }] }`;
    const evaluators = [judgeOf({ rubric: 'In bulk?', target: { endpoint, bulkConfig }, inputMapping })];
    const summary = await run('judged-in-bulk', evaluators);
    // 1,000 tokens at $2.50 and 100 at $10 a million, for half the price.
    const half = (0.0025 + 0.001) / 2;
    expect(summary).toMatchObject({
      scores: { judge: { scored: 6, passed: 5, errors: 0 } },
      scoringCostUsd: expect.closeTo(6 * half, 9),
    });
    expect((await scoresOf('judged-in-bulk'))[2]).toMatchObject({ judge: { score: 0, passed: false, reason: 'poor' } });
    expect([...apis.jobs.values()].map(({ items }) => items.length)).toEqual([6]);
    await apis.close();
  });
});

describe('a run whose judge is being asked', () => {
  it('is paused, resumed and cancelled with it: nobody is asked any more, and what was said stands', async () => {
    const slow = await countingEndpoint(() => ({ delayMs: 1_200, body: { score: 1 } }));
    const endpoint = { url: slow.url, allowPrivateAddresses: true };
    const evaluators = [
      judgeOf({ rubric: 'Slow?', scale: [0, 1], target: { endpoint }, executor: { maxConcurrency: 1 } }),
    ];
    const config = { ...countedConfig('endpoint', cloud, target), evaluators };
    const execution = await cloud.start('judged-cancel', { datasetId: 'judged', config });
    while (slow.total() < 2) await sleep(20);
    await cloud.control('pause', 'judged-cancel');
    while ((await cloud.control('status', 'judged-cancel')).status !== 'paused') await sleep(100);
    const asked = slow.total();
    await cloud.control('resume', 'judged-cancel');
    while (slow.total() === asked) await sleep(20);
    await cloud.control('cancel', 'judged-cancel');
    await cloud.end(execution);
    expect(slow.total()).toBeLessThan(6);
    expect(await cloud.record('judged-cancel')).toMatchObject({ status: 'cancelled', succeeded: 6 });
    const scores = await scoresOf('judged-cancel');
    expect(scores[0]).toMatchObject({ judge: { score: 1 }, passed: 'true' });
    expect(scores.at(-1)).toMatchObject({ judge: { error: expect.stringContaining('It was not') }, passed: null });
    await slow.close();
  });

  it('is stopped with it', async () => {
    const slow = await countingEndpoint(() => ({ delayMs: 3_000, body: { score: 1 } }));
    const evaluators = [
      judgeOf({ rubric: 'Slow?', target: { endpoint: { url: slow.url, allowPrivateAddresses: true } } }),
    ];
    const config = { ...countedConfig('endpoint', cloud, target), evaluators };
    const executionArn = await cloud.start('judged-stop', { datasetId: 'judged', limit: 1, config });
    while (slow.total() === 0) await sleep(20);
    await cloud.sfn.send(new StopExecutionCommand({ executionArn }));
    const stateMachineArn = cloud.output('BatchJobStateMachineArn');
    const judging = async () => {
      const { executions = [] } = await cloud.sfn.send(new ListExecutionsCommand({ stateMachineArn }));
      return executions.filter(({ name = '' }) => name.startsWith(`judge-${fingerprint('judged-stop')}-`));
    };
    await expect.poll(judging).toMatchObject([{ status: 'ABORTED' }]);
    await slow.close();
  });
});

describe('a tool, an agent, a registered target and a function', () => {
  it('score answers too, side by side with what is computed, and what they said goes with the run', async () => {
    const lambda = cloud.output('CountingToolArn');
    const api = await ApiClient.create(cloud);
    const registered = { executionMode: 'tool', toolLambdaArn: lambda };
    const described = { description: 'Judges', inputSchema: { type: 'object' } };
    await api.data('PUT', 'targets/judges/tool', { ...registered, ...described });
    const summary = await run('judged-by-all', [
      'exact',
      { type: 'function', lambda },
      judgeOf({ name: 'tool', target: { tool: lambda } }),
      judgeOf({ name: 'agent', target: { agent: cloud.output('CountingAgentArn') } }),
      judgeOf({ name: 'registered', target: { target: 'judges/tool' }, rubric: 'Is it good, once more?' }),
    ]);
    const figures = { scored: 6, passed: 2, errors: 0 };
    expect(summary.scores).toMatchObject({
      exact: figures,
      function: figures,
      tool: figures,
      agent: figures,
      registered: figures,
    });
    expect((await scoresOf('judged-by-all'))[1]).toMatchObject({
      function: { score: 0, passed: false, reason: 'It says fair' },
      agent: { reason: 'It says fair' },
    });
    expect((await api.send('DELETE', 'runs/judged-by-all')).status).toBe(202);
    await expect.poll(() => cloud.runs.find('judged-by-all')).toBeUndefined();
    expect(await cloud.results('judged-by-all')).toEqual([]);
  });
});

describe('evaluators that could score no row', () => {
  it.each([
    ['pattern', { type: 'regex', pattern: '(' }, 'Evaluator regex: The pattern cannot be used'],
    ['expression', { type: 'jsonata', name: 'mine', expression: '(' }, 'evaluator mine is not valid JSONata'],
    ['target', judgeTarget('no/body'), 'Evaluator judge: There is no target no/body'],
  ])('are refused before a row is called: %s', async (name, evaluator, message) => {
    const before = target.total();
    await expect(run(`judged-refused-${name}`, [evaluator])).rejects.toThrow(message);
    expect(target.total()).toBe(before);
  });
});

function judgeTarget(name: string): object {
  return { type: 'judge', rubric: 'Good?', target: { target: name } };
}
