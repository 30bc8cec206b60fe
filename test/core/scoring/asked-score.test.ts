import { describe, expect, it } from 'vitest';
import { evaluatorSchema } from '../../../contracts/evaluators.ts';
import type { ScoredAnswer } from '../../../contracts/score.ts';
import type { Reply } from '../../../core/scoring/asked-score.ts';
import { compileEvaluator } from '../../../core/scoring/compile-evaluator.ts';
import type { Question } from '../../../core/scoring/questions.ts';

const JUDGE = { type: 'judge', rubric: 'Is it good?', target: { target: 'my/judge' } };
const LAMBDA = { type: 'function', lambda: 'arn:aws:lambda:us-east-1:123456789012:function:mine' };
const ANSWER: ScoredAnswer = {
  sample_id: 's1',
  row_index: 0,
  input: { q: 1 },
  expected: 'four',
  metadata: undefined,
  actual: '4',
  response: undefined,
};

/** Scores by these replies, in the order they are asked for; the questions are kept. */
async function ask(evaluator: unknown, replies: (string | Reply)[], answer = ANSWER) {
  const questions: Question[] = [];
  const evaluate = compileEvaluator(evaluatorSchema.parse(evaluator), {
    askerOf: () => 'asker',
    replyTo(question) {
      questions.push(question);
      const reply = replies[questions.length - 1] ?? '';
      return typeof reply === 'string' ? { text: reply } : reply;
    },
  });
  return { score: await evaluate(answer), questions };
}

describe('what a judge says', () => {
  it.each<[object, string, object]>([
    [{}, '{"score": 0.8, "reason": "close"}', { score: 0.8, passed: true, reason: 'close' }],
    [{}, '0.5', { score: 0.5, passed: false }],
    [{}, 'true', { score: 1, passed: true }],
    [{ scale: [1, 5] }, '{"score": 4}', { score: 0.75, passed: true }],
    [{ scale: [1, 5], passAt: 5 }, '{"score": "4"}', { score: 0.75, passed: false }],
    [{}, 'I think:\n```json\n{"score": 1}\n```', { score: 1, passed: true }],
    [{}, '{"score": 7}', { error: 'It gave the score 7; it must be from 0 to 1.' }],
    [{}, 'Well done', { error: expect.stringContaining('It gave "Well done"; it must give true or false') }],
  ])('with %j: %s', async (more, reply, score) => {
    expect((await ask({ ...JUDGE, ...more }, [reply])).score).toEqual(score);
  });

  it('is the middle of its votes, whose costs add up; a vote without a score is left out while most have one', async () => {
    const votes = ['0.2', { text: '1', costUsd: 0.1 }, { text: '0.9', costUsd: 0.2 }];
    const { score, questions } = await ask({ ...JUDGE, votes: 3 }, votes);
    expect(score).toEqual({ score: 0.9, passed: true, costUsd: expect.closeTo(0.3, 9) });
    expect(new Set(questions.map(({ id }) => id)).size).toBe(3);
    expect((await ask({ ...JUDGE, votes: 3 }, ['0.2', { error: 'busy' }, '1'])).score).toMatchObject({ score: 0.6 });
    expect((await ask({ ...JUDGE, votes: 3 }, ['0.2', { error: 'busy' }, 'Hm'])).score).toEqual({ error: 'busy' });
  });

  it('of a pair is asked in both orders, so that a judge that likes the first best calls it a draw', async () => {
    const pair = { ...JUDGE, pair: true };
    const { score, questions } = await ask(pair, ['{"winner": "first"}', '{"winner": "first"}']);
    expect(score).toMatchObject({ score: 0.5, passed: false });
    expect(questions.map(({ input }) => input)).toMatchObject([
      { first: '4', second: 'four' },
      { first: 'four', second: '4' },
    ]);
    expect((await ask(pair, ['{"winner": "first"}', '"second"'])).score).toMatchObject({ score: 1, passed: true });
    expect((await ask(pair, ['tie', 'tie'])).score).toMatchObject({ score: 0.5, passed: true });
    expect((await ask(pair, ['{"winner": "first"}', { error: 'busy' }])).score).toEqual({ error: 'busy' });
    expect((await ask(pair, [{ error: 'busy' }, '{"winner": "second"}'])).score).toEqual({ error: 'busy' });
    expect((await ask(pair, ['A', 'B'])).score).toMatchObject({ error: expect.stringContaining('winner') });
  });
});

describe('a question', () => {
  it('has the rubric, the scale, the row and the examples in it', async () => {
    const examples = [{ actual: 'five', score: 0, reason: 'wrong' }];
    const { questions } = await ask({ ...JUDGE, examples }, ['1']);
    const { input, expected, actual } = ANSWER;
    expect(questions[0]?.input).toEqual({ rubric: 'Is it good?', scale: [0, 1], input, expected, actual, examples });
  });

  it('is the same for the same content, whatever row it comes from, and another where anything differs', async () => {
    const idOf = async (evaluator: object, answer = ANSWER) => (await ask(evaluator, ['1'], answer)).questions[0]?.id;
    expect(await idOf(JUDGE, { ...ANSWER, sample_id: 's2', latency_ms: 3 })).toBe(await idOf(JUDGE));
    expect(await idOf(JUDGE, { ...ANSWER, actual: '5' })).not.toBe(await idOf(JUDGE));
    expect(await idOf({ ...JUDGE, rubric: 'Is it short?' })).not.toBe(await idOf(JUDGE));
  });

  it('to a function is all that an expression sees', async () => {
    const { questions, score } = await ask(LAMBDA, ['{"score": 0.5, "passed": false}']);
    expect(questions[0]?.input).toEqual(ANSWER);
    expect(score).toEqual({ score: 0.5, passed: false });
  });
});

it('is asked in runs only', () => {
  expect(() => compileEvaluator(evaluatorSchema.parse(JUDGE))).toThrow('A judge is asked in a run');
});
