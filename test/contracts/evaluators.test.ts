import { describe, expect, it } from 'vitest';
import { describeIssues } from '../../contracts/describe-issues.ts';
import { evaluatorsSchema } from '../../contracts/evaluators.ts';

const problems = (value: unknown) => {
  const parsed = evaluatorsSchema.safeParse(value);
  return parsed.success ? [] : describeIssues(parsed.error);
};

const judge = (more: object) => ({ type: 'judge', rubric: 'Good?', target: { target: 'my/judge' }, ...more });

describe('a list of evaluators', () => {
  it('takes a type for an evaluator with its defaults', () => {
    expect(evaluatorsSchema.parse(['exact'])).toEqual([
      {
        type: 'exact',
        required: true,
        weight: 1,
        trim: true,
        ignoreCase: false,
        whitespace: 'keep',
        normalization: 'none',
        numbers: false,
        json: true,
      },
    ]);
  });

  it.each<[unknown, string]>([
    [[], 'Too small'],
    [['exakt'], 'Invalid'],
    [['exact', 'exact'], 'Two evaluators are called exact; give one of them another name'],
    [[{ type: 'exact', name: 'human' }], 'human is what people say; choose another name'],
    [[{ type: 'exact', patern: 'x' }], 'Unrecognized key: "patern"'],
    [[{ type: 'jsonata' }], '0.expression'],
    [['judge'], '0.rubric'],
    [[judge({ target: {} })], 'target has nothing; give one of endpoint, agent, tool, target, model'],
    [[judge({ votes: 2 })], 'votes is 2; an odd number has a middle'],
    [[judge({ scale: [5, 1] })], 'scale is [5, 1]; the first must be below the second'],
    [[judge({ scale: [1, 5], passAt: 0.7 })], 'passAt is 0.7; it must be in the scale, 1 to 5'],
    [[judge({ outputMapping: 'x' })], 'outputMapping belongs into the registered target'],
    [[{ type: 'function', lambda: 'mine' }], 'lambda must be the ARN of a Lambda function'],
  ])('refuses %j: %s', (value, message) => {
    expect(problems(value).join('; ')).toContain(message);
  });
});
