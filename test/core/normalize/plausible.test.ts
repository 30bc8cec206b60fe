import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callerRunSchema } from '../../../contracts/caller.ts';
import { FIGURES, LARGEST_FIGURES } from '../../../contracts/figures.ts';
import { MOST_SHARDS, ROWS_PER_SHARD } from '../../../contracts/storage-keys.ts';
import { findUsage } from '../../../core/normalize/find-usage.ts';
import { historyUsage } from '../../../core/normalize/history-usage.ts';
import { normalizeEndpointAnswer } from '../../../core/normalize/normalize-endpoint-answer.ts';
import { wasSetAside } from '../../../core/normalize/plausible.ts';
import { buildResultRow } from '../../../core/result-row.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const SEED = { seed: 14, numRuns: propertyRuns(2_000) };
const run = callerRunSchema.parse({
  evaluationId: 'e',
  attempt: 1,
  datasetId: 'd',
  targetName: 't',
  executionMode: 'endpoint',
  endpoint: { url: 'https://api.example.com' },
  timeoutSeconds: 5,
  retryPolicy: {},
  stopOnError: 'continue',
  errorThreshold: 1,
  trace: false,
});
const dataset = { sample_id: 's', row_index: 0, input: null, previous_attempts: 0 };
const rowOf = (body: unknown, latencyMs = 1, prices?: (typeof run)['prices']) =>
  buildResultRow({ ...run, prices }, dataset, {
    status: 'succeeded',
    calls: 1,
    answer: { ...normalizeEndpointAnswer(body), latencyMs },
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:00:01.000Z',
  });

/** Every number JSON can spell, in an answer's words: as a number, or as text. */
const spelled = fc.oneof(
  fc.double().map((n) => (Number.isFinite(n) ? String(n) : '1e999')),
  fc.bigInt().map(String),
  fc.constantFrom('1e308', '-0', '0', '1e19', '1e21', '5e-324', '1e400', '-1e400', '9007199254740993', '900000000.4'),
);
const jsonNumber = fc.oneof(
  spelled,
  spelled.map((text) => JSON.stringify(text)),
  fc.constantFrom(
    '"NaN"',
    '"Infinity"',
    '"-Infinity"',
    '"0x7fffffffffffffffff"',
    '"1_000"',
    '""',
    '" "',
    'null',
    'true',
    '[1]',
  ),
);

describe('any number in an answer', () => {
  it('gives a row that BIGINT and DOUBLE columns, and sums of a whole run, can take', () => {
    fc.assert(
      fc.property(
        jsonNumber,
        jsonNumber,
        jsonNumber,
        jsonNumber,
        fc.double(),
        fc.double({ min: 0, noNaN: true }),
        (prompt, completion, total, cost, latency, price) => {
          const body = JSON.parse(
            `{"answer":"yes","model":"m","usage":{"prompt_tokens":${prompt},"completion_tokens":${completion},"total_tokens":${total}},"cost_usd":${cost}}`,
          );
          const row = rowOf(body, latency, [{ model: 'm', inputPerMillion: price, outputPerMillion: price }]);
          const staged = JSON.parse(JSON.stringify(row));
          for (const name of FIGURES) {
            const value = staged[name];
            if (value === null) continue;
            expect(value, name).toBeGreaterThanOrEqual(0);
            expect(value, name).toBeLessThanOrEqual(LARGEST_FIGURES[name]);
            if (name === 'cost_usd') expect(value === 0 || value >= 1e-12).toBe(true);
            else expect(JSON.stringify(value), name).toMatch(/^\d+$/);
          }
        },
      ),
      SEED,
    );
  });

  it('is in the row, or the row says that it was set aside', () => {
    fc.assert(
      fc.property(spelled, (text) => {
        const row = rowOf(JSON.parse(`{"answer":"yes","cost_usd":${text},"usage":{"prompt_tokens":${text}}}`));
        expect(wasSetAside('cost_usd', row)).toBe(row.cost_usd === null);
        expect(wasSetAside('prompt_tokens', row)).toBe(row.prompt_tokens === null);
      }),
      SEED,
    );
  });

  it('as large as allowed, in every row of the largest run, adds up to what JavaScript counts exactly', () => {
    const rows = MOST_SHARDS * ROWS_PER_SHARD;
    expect(LARGEST_FIGURES.prompt_tokens * rows).toBeLessThan(Number.MAX_SAFE_INTEGER);
    expect(BigInt(LARGEST_FIGURES.latency_ms) * 100_000_000n).toBeLessThan(2n ** 63n);
  });
});

describe('a number that cannot be', () => {
  it('gives way to one that can, wherever the answer has it', () => {
    expect(findUsage({ usage: { input_tokens: 1e19, prompt_tokens: 5 } })).toMatchObject({ promptTokens: 5 });
    expect(findUsage({ cost_usd: -1, metadata: { cost_usd: 0.5 } })).toMatchObject({ costUsd: 0.5 });
  });

  it('is named with its value', () => {
    expect(rowOf({ answer: 'yes', cost_usd: 1e100, usage: { prompt_tokens: -7 } }).error_message).toBe(
      'Set aside: prompt_tokens = -7 is not between 0 and 900000000. Set aside: total_tokens = -7 is not between 0 and 900000000. Set aside: cost_usd = 1e+100 is not between 0 and 1000000.',
    );
  });

  it('has no price: what the other tokens cost is not what the row has cost', () => {
    const usage = { prompt_tokens: 1e19, completion_tokens: 1 };
    expect(rowOf({ answer: 'yes', model: 'gpt-4o', usage }).cost_usd).toBeNull();
  });

  it('in an agent’s history is not hidden in a sum', () => {
    const call = (prompt_tokens: number) => JSON.stringify({ Payload: { metadata: { usage: { prompt_tokens } } } });
    expect(historyUsage([call(5), call(-3), call(7)])).toMatchObject({ promptTokens: -3 });
    expect(historyUsage([call(5), call(1e19), call(7)])).toMatchObject({ promptTokens: 1e19 });
    expect(historyUsage([call(5), call(7)])).toMatchObject({ promptTokens: 12 });
  });
});
