import { describe, expect, it } from 'vitest';
import { callerRunSchema } from '../../contracts/caller.ts';
import { mappedAnswer } from '../../core/normalize/apply-output-mapping.ts';
import { buildResultRows, rowsAsCalled } from '../../core/variant-rows.ts';

const run = callerRunSchema.parse({
  evaluationId: 'e',
  attempt: 1,
  datasetId: 'd',
  targetName: 't',
  executionMode: 'endpoint',
  endpoint: { url: 'https://api.example.com' },
  timeoutSeconds: 10,
  retryPolicy: {},
  stopOnError: 'continue',
  errorThreshold: 1,
  trace: false,
});
const row = { sample_id: 's', row_index: 0, input: '{}', expected: 'yes', previous_attempts: 0 };
const built = (variants: unknown, more: object = {}, usage: object = {}) =>
  buildResultRows(run, row, {
    status: 'succeeded',
    calls: 1,
    answer: { latencyMs: 50, fullResponseBody: '{}', ...mappedAnswer({ variants }, usage) },
    startedAt: 'a',
    finishedAt: 'b',
    ...more,
  });

describe('a target that answers for several models', () => {
  it('gives each a result with its own answer, verdict, model, latency and cost', () => {
    const results = built([
      { name: 'small', output: 'no', model: 'm-1', latency_ms: 7, cost_usd: 0.25, usage: { input_tokens: 3 } },
      { name: 'large', output: { yes: true }, cost_usd: 0.5 },
    ]);
    expect(results).toMatchObject([
      { variant: 'small', actual_output: 'no', passed: false, model_name: 'm-1', latency_ms: 7, cost_usd: 0.25 },
      { variant: 'large', actual_output: '{"yes":true}', model_name: null, latency_ms: 50, cost_usd: 0.5 },
    ]);
    expect(results[0]).toMatchObject({ prompt_tokens: 3, full_response: expect.stringContaining('"small"') });
  });

  it('has what its variants do not say of themselves shared by them, so that the sums are those of the call', () => {
    const usage = { costUsd: 1, totalTokens: 11 };
    const results = built(
      [
        { name: 'a', output: '1', cost_usd: 0.5 },
        { name: 'b', output: '2' },
      ],
      {},
      usage,
    );
    expect(results.map(({ cost_usd, total_tokens }) => [cost_usd, total_tokens])).toEqual([
      [0.5, 5],
      [0.5, 5],
    ]);
    const spent = { spentUsd: 0.1, waitedMs: 30 };
    const later = built(
      [
        { name: 'a', output: '1', cost_usd: 0.5 },
        { name: 'b', output: '2', cost_usd: 0.2 },
      ],
      spent,
    );
    expect(later.map(({ cost_usd, waited_ms }) => [cost_usd, waited_ms])).toEqual([
      [expect.closeTo(0.6, 9), 30],
      [0.2, null],
    ]);
  });

  it('fails for the one that has no answer, and as a row then', () => {
    const results = built([
      { name: 'a', output: 'yes', cost_usd: 1 },
      { name: 'b', error: { message: 'too slow' } },
    ]);
    expect(results).toMatchObject([
      { status: 'succeeded', passed: true },
      { status: 'failed', error_name: 'VariantFailed', error_message: 'too slow', actual_output: null },
    ]);
    const alone = built([{ name: 'a', output: 'yes' }]).map((one) => ({ ...one, variant: '', sample_id: 'other' }));
    expect(rowsAsCalled([...alone, ...results, ...alone])).toMatchObject([
      { sample_id: 'other' },
      { sample_id: 's', status: 'failed', error_message: 'too slow', cost_usd: 1 },
      { sample_id: 'other' },
    ]);
  });

  it('may answer for one: JSONata gives a list of one as its only entry', () => {
    expect(built({ name: 'a', output: 'yes' })).toMatchObject([{ variant: 'a', actual_output: 'yes' }]);
  });

  it.each([
    ['no entry', [], 'has 0 entries; 1 to 20 are allowed'],
    ['no name', [{ output: 'x' }], '[0] needs a name'],
    [
      'a name twice',
      [
        { name: 'a', output: 1 },
        { name: 'a', output: 2 },
      ],
      'has "a" twice',
    ],
  ])('is refused with %s', (_what, variants, message) => {
    expect(() => mappedAnswer({ variants }, {})).toThrow(message);
  });
});
