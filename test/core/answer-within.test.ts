import { describe, expect, it } from 'vitest';
import { answerWithin } from '../../core/answer-within.ts';

const row = (actual_output: string | null, expected: string | null = 'bug') => ({
  expected,
  actual_output,
  execution_mode: 'endpoint' as const,
});

describe('an answer of several fields where a text was expected', () => {
  it('names the field that holds it, else the first text, as a mapping would', () => {
    expect(answerWithin(row('{"note":"x","label":"bug"}'))).toBe('body.label');
    expect(answerWithin(row('{"n":1,"label":"billing"}'))).toBe('body.label');
    expect(answerWithin({ ...row('{"label":"bug"}'), execution_mode: 'tool' })).toBe('label');
  });

  it('names none where the answer is a text, or an object was expected', () => {
    expect(answerWithin(row('question'))).toBeUndefined();
    expect(answerWithin(row('{"label":"bug"}', '{"label":"billing"}'))).toBeUndefined();
    expect(answerWithin(row('{"n":1}'))).toBeUndefined();
    expect(answerWithin(row(null))).toBeUndefined();
  });
});
