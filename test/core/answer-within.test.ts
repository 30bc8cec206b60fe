import { describe, expect, it } from 'vitest';
import { answerWithin } from '../../core/answer-within.ts';

const row = (actual_output: string | null, expected: string | null = 'bug') => ({
  expected,
  actual_output,
  execution_mode: 'endpoint' as const,
});

describe('answers of several fields where a text was expected', () => {
  it('are mapped to the path that equals the expected answers most often', () => {
    const answer = (category: string) => row(JSON.stringify({ model: 'bug', prediction: { category, rank: 1 } }));
    expect(answerWithin([answer('bug'), answer('bug'), answer('billing')])).toEqual({
      path: 'body.model',
      passes: 3,
      of: 3,
    });
    const told = (category: string) => ({ ...answer(category), expected: category });
    expect(answerWithin([told('bug'), told('billing'), told('question')])).toEqual({
      path: 'body.prediction.category',
      passes: 3,
      of: 3,
    });
  });

  it.each([
    ['{"note":"x","label":"bug"}', 'bug', 'body.label'],
    ['{"choices":[{"text":"bug"}]}', 'bug', 'body.choices[0].text'],
    ['{"the label":" bug "}', 'bug', 'body.`the label`'],
    ['{"n":3}', '3', 'body.n'],
  ])('%s, where %s is expected: %s', (actual, expected, path) => {
    expect(answerWithin([row(actual, expected)])?.path).toBe(path);
  });

  it('are searched as they were received, because that is what a mapping sees', () => {
    const received = { ...row('{"label":"bug"}'), full_response: '{"data":{"label":"bug"}}' };
    expect(answerWithin([received])?.path).toBe('body.data.label');
    expect(answerWithin([{ ...received, execution_mode: 'tool' as const }])?.path).toBe('data.label');
  });

  it('have no suggestion where no value equals the expected answer, or the answer is compared as it is', () => {
    expect(answerWithin([row('{"n":1,"model":"gpt-5"}')])).toBeUndefined();
    expect(answerWithin([row('question')])).toBeUndefined();
    expect(answerWithin([row('{"label":"bug"}', '{"label":"billing"}')])).toBeUndefined();
    expect(answerWithin([row(null)])).toBeUndefined();
    expect(answerWithin([])).toBeUndefined();
  });
});
