import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ExecutionMode } from '../../contracts/evaluation-config.ts';
import { countedConfig, modesFor, numbers } from '../support/counted-run.ts';
import { type CountingEndpoint, countingEndpoint, type Reply } from '../support/counting-endpoint.ts';
import { RollcallCloud } from '../support/rollcall-cloud.ts';

const ROWS = 12;

describe('A run with a budget', () => {
  let rollcall: RollcallCloud;
  let endpoint: CountingEndpoint;
  let reply: (n: number, call: number) => Reply;
  beforeAll(async () => {
    [rollcall, endpoint] = await Promise.all([
      RollcallCloud.shared(),
      countingEndpoint(({ n = 0 }, call) => reply(n, call)),
    ]);
    await rollcall.insertDataset('budget-numbers', numbers(ROWS));
  });
  beforeEach(() => endpoint.calls.clear());
  afterAll(() => endpoint?.close());

  const input = (mode: ExecutionMode, executor: object, more: object = {}) => ({
    datasetId: 'budget-numbers',
    config: { ...countedConfig(mode, rollcall, endpoint, executor), ...more },
  });
  const costing = (cost_usd: number) => (n: number) => ({ body: { answer: `row ${n}`, cost_usd } });

  it.each(modesFor('agent', 'tool'))('starts no row once it is spent, in mode %s', async (mode) => {
    reply = costing(0.25);
    const summary = await rollcall.run(`spent-${mode}`, input(mode, { budgetLimit: 1 }));
    expect(summary).toMatchObject({
      status: 'halted',
      reason: 'The budget is spent: 1 USD of executor.budgetLimit 1 USD.',
      succeeded: 4,
      skipped: ROWS - 4,
      costUsd: 1,
    });
    expect(endpoint.total()).toBe(4);
  });

  it('overshoots by no more than the rows in flight', async () => {
    reply = (n) => ({ ...costing(0.25)(n), delayMs: 30 });
    const summary = await rollcall.run('overshoot', input('endpoint', { budgetLimit: 1, maxConcurrency: 3 }));
    expect(summary.status).toBe('halted');
    expect(endpoint.total()).toBeGreaterThanOrEqual(4);
    expect(endpoint.total()).toBeLessThanOrEqual(4 + 3);
  });

  it('prices tokens by model if the answer has no cost, and prefers configured prices to built-in ones', async () => {
    reply = (n) => ({
      body: { answer: `row ${n}`, model: 'house-model', usage: { input_tokens: 1000, output_tokens: 500 } },
    });
    const prices = [{ model: 'house-*', inputPerMillion: 100, outputPerMillion: 200 }];
    const summary = await rollcall.run('priced', input('endpoint', { budgetLimit: 0.5 }, { prices }));
    expect(summary).toMatchObject({ status: 'halted', succeeded: 3, costUsd: expect.closeTo(0.6) });
    reply = (n) => ({
      body: { answer: `row ${n}`, model: 'claude-sonnet-4-5', usage: { input_tokens: 100_000, output_tokens: 0 } },
    });
    expect(await rollcall.run('by-table', input('endpoint', { budgetLimit: 0.5 }))).toMatchObject({
      succeeded: 2,
      costUsd: 0.6,
    });
  });

  it('counts the cost of retried calls', async () => {
    reply = (n, call) =>
      call === 1
        ? { status: 503, body: { error: 'busy', cost_usd: 0.25 }, headers: { 'retry-after': '0' } }
        : costing(0.5)(n);
    const summary = await rollcall.run('tried-again', input('endpoint', { budgetLimit: 1.5 }));
    expect(summary).toMatchObject({ status: 'halted', succeeded: 2, costUsd: 1.5 });
  });

  it.each([
    ['a tool', 'tool', { toolOutputMapping: 'answer' }, 'a Lambda tool does not say what a call costs'],
    ['an answer read as text', 'endpoint', {}, 'an answer read as text does not say what a call costs'],
    ['HEAD', 'endpoint', {}, 'an answer to HEAD has no body'],
  ] as const)('is refused for %s, whose cost cannot be known', async (what, mode, more, said) => {
    const endpointPart = mode === 'endpoint' && {
      url: endpoint.url,
      ...(what === 'HEAD' ? { method: 'HEAD' } : { response: 'text' }),
    };
    const config = input(mode, { budgetLimit: 1 }, { ...more, ...(endpointPart && { endpoint: endpointPart }) });
    const name = `hidden-${said.length}`;
    expect(await rollcall.end(await rollcall.start(name, config))).toMatchObject({
      status: 'FAILED',
      error: 'InvalidRunInput',
    });
    expect((await rollcall.record(name)).reason).toContain(`executor.budgetLimit is 1 USD, but ${said}`);
    expect(endpoint.total()).toBe(0);
  });

  it('uses assumeCostPerRow if the cost of a row is unknown', async () => {
    reply = (n) => ({ body: { answer: `row ${n}` } });
    const executor = { budgetLimit: 1, assumeCostPerRow: 0.5 };
    const summary = await rollcall.run('assumed', input('tool', executor, { toolOutputMapping: 'answer' }));
    expect(summary).toMatchObject({ status: 'halted', succeeded: 2, costUsd: 1 });
  });

  it.each(modesFor('endpoint').filter((mode) => mode !== 'tool'))(
    'is halted at the first answer without a cost, in mode %s',
    async (mode) => {
      reply = (n) => (n < 2 ? costing(0.1)(n) : { body: { answer: `row ${n}` } });
      const id = `silent-${mode}`;
      const summary = await rollcall.run(id, input(mode, { budgetLimit: 1 }));
      expect(summary).toMatchObject({ status: 'halted', succeeded: 3, skipped: ROWS - 3 });
      expect(summary.reason).toContain('what row s2 has cost is not known');
      expect(summary.reason).toContain('executor.assumeCostPerRow');
      expect(endpoint.total()).toBe(3);
    },
  );

  it('does not count a throttled row as one of unknown cost', async () => {
    reply = (n) => (n % 2 ? { status: 400, body: { error: 'no' } } : costing(0.01)(n));
    expect(await rollcall.run('turned-away', input('endpoint', { budgetLimit: 1 }))).toMatchObject({
      status: 'completed',
      failed: ROWS / 2,
    });
  });

  it('resumes only with a higher budget once it is spent', async () => {
    reply = costing(0.5);
    await rollcall.run('raised', input('endpoint', { budgetLimit: 1 }));
    await expect(rollcall.control('resume', 'raised')).rejects.toThrow(
      'Run raised is halted. The budget is spent: 1 USD of executor.budgetLimit 1 USD. Give a higher budgetLimit',
    );
    expect(await rollcall.control('resume', 'raised', { budgetLimit: 2 })).toMatchObject({ changed: true });
    expect(await rollcall.until('raised', 'halted', 'completed', 'failed')).toMatchObject({
      status: 'halted',
      reason: 'The budget is spent: 2 USD of executor.budgetLimit 2 USD.',
      progress: { succeeded: 4, costUsd: 2 },
    });
    expect(endpoint.total()).toBe(4);
  });

  it('halts a round started by hand, too, once it is spent', async () => {
    reply = costing(0.5);
    await rollcall.run('spent-by-hand', input('endpoint', { budgetLimit: 1 }));
    const summary = await rollcall.run('spent-by-hand-2', { evaluationId: 'spent-by-hand', retry: 'missing' });
    expect(summary).toMatchObject({ status: 'halted', succeeded: 2, skipped: ROWS - 2 });
    expect(endpoint.total()).toBe(2);
  });
});
