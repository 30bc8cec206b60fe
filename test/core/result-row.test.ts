import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callerRunSchema } from '../../contracts/caller.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { RESULT_COLUMNS, resultRowSchema } from '../../contracts/result-row.ts';
import { buildResultRow } from '../../core/result-row.ts';
import { codePoint } from '../support/code-point.ts';

const run = callerRunSchema.parse({
  evaluationId: 'e',
  attempt: 2,
  datasetId: 'd',
  targetName: 't',
  executionMode: 'tool',
  toolLambdaArn: 'arn:aws:lambda:us-east-1:000000000000:function:t',
  timeoutSeconds: 5,
  retryPolicy: {},
  stopOnError: 'continue',
  errorThreshold: 1,
  trace: false,
});
const row = { sample_id: 's', row_index: 3, input: '{"a":1}', expected: 'x', metadata: null, previous_attempts: 1 };
const times = { startedAt: '2026-01-01T00:00:00.000Z', finishedAt: '2026-01-01T00:00:01.000Z' };
const answered = (actualOutput: string) =>
  buildResultRow(run, row, { status: 'succeeded', calls: 1, answer: { actualOutput, latencyMs: 12.6 }, ...times });

describe('a result row', () => {
  it('has every column of the table, in order', () => {
    const built = answered('yes');
    expect(Object.keys(built)).toEqual(Object.keys(RESULT_COLUMNS));
    expect(resultRowSchema.parse(built)).toEqual(built);
  });

  it('passed when the answer is the expected one, white space and no-break spaces around both aside', () => {
    expect([answered(' x\n').passed, answered('X').passed, answered('').passed]).toEqual([true, false, false]);
    const spaced = { ...row, expected: '\u00a0yes\u202f' };
    const answer = { actualOutput: 'yes\ufeff', latencyMs: 1 };
    expect(buildResultRow(run, spaced, { status: 'succeeded', calls: 1, answer, ...times }).passed).toBe(true);
    const failed = { status: 'failed' as const, calls: 1, ...times };
    expect(buildResultRow(run, row, failed).passed).toBe(false);
    expect(buildResultRow(run, { ...row, expected: null }, failed).passed).toBeNull();
  });

  it('keeps what was sent, unless that is the input to the letter', () => {
    const sent = (request: string) =>
      buildResultRow(run, row, { status: 'succeeded', calls: 1, request, ...times }).request;
    expect([sent('{"b":1}'), sent(row.input)]).toEqual(['{"b":1}', null]);
    expect(sent('x'.repeat(2_000_000))).toMatch(/x… \(2000000 characters in all\)$/);
  });

  it('keeps any well-formed text to the letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('\0'));
        expect(answered(text).actual_output).toBe(text);
      }),
    );
    const nasty = `'; DROP TABLE x; -- "quoted"\n\r\t😀 \u2028 ${'é'.repeat(100_000)}`;
    expect(answered(nasty).actual_output).toBe(nasty);
  });

  it('replaces what no table can hold: half a surrogate pair and NUL', () => {
    expect(answered('a\uD83D b\0c \uDE00').actual_output).toBe('a\uFFFD b\uFFFDc \uFFFD');
  });

  it('keeps input, expected, error and attempts of a row that failed', () => {
    const error = new RollcallError('TargetThrottled', 'x'.repeat(10_000));
    const built = buildResultRow(run, row, {
      status: 'failed',
      calls: 3,
      error,
      answer: { fullResponseBody: 'body' },
      ...times,
    });
    expect(built).toMatchObject({
      input: '{"a":1}',
      expected: 'x',
      error_class: 'transient',
      error_name: 'TargetThrottled',
      full_response: 'body',
      calls: 3,
      attempt: 2,
      attempts: 2,
      actual_output: null,
    });
    expect(built.error_message?.length).toBeLessThanOrEqual(4096);
  });

  it('cuts a long message between characters, never inside one', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, minLength: 1, maxLength: 9 }), fc.nat(9), (text, shift) => {
        const error = new RollcallError('TargetFailed', `${'x'.repeat(shift)}${text.repeat(5_000)}`);
        const built = buildResultRow(run, row, { status: 'failed', calls: 1, error, ...times });
        expect(JSON.stringify(built)).not.toMatch(/\\ud[89a-f]|\\u0000/);
        expect(Buffer.from(built.error_message ?? '').toString()).toBe(built.error_message);
      }),
      { seed: 14 },
    );
  });

  it('counts an attempt only when the target was called', () => {
    expect(buildResultRow(run, row, { status: 'skipped', calls: 0, ...times }).attempts).toBe(1);
  });

  it('takes the cost from the answer, the tokens, or the assumption, in this order', () => {
    const cost = (answer: object, assumeCostPerRow?: number, calls = 1) =>
      buildResultRow({ ...run, assumeCostPerRow }, row, { status: 'succeeded', calls, answer, ...times }).cost_usd;
    const tokens = { modelName: 'gpt-4o', promptTokens: 1000, completionTokens: 0 };
    expect(cost({ ...tokens, costUsd: 7 }, 9)).toBe(7);
    expect(cost(tokens, 9)).toBe(0.0025);
    expect(cost({}, 9)).toBe(9);
    expect(cost({}, 9, 0)).toBeNull();
    expect(cost({})).toBeNull();
  });
});
