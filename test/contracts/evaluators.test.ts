import { describe, expect, it } from 'vitest';
import { describeIssues } from '../../contracts/describe-issues.ts';
import { evaluatorsSchema } from '../../contracts/evaluators.ts';

const problems = (value: unknown) => {
  const parsed = evaluatorsSchema.safeParse(value);
  return parsed.success ? [] : describeIssues(parsed.error);
};

describe('a list of evaluators', () => {
  it('takes a type for an evaluator with its defaults', () => {
    expect(evaluatorsSchema.parse(['exact'])).toEqual([
      { type: 'exact', required: true, weight: 1, trim: true, ignoreCase: false, numbers: false, json: true },
    ]);
  });

  it.each<[unknown, string]>([
    [[], 'Too small'],
    [['exakt'], 'Invalid'],
    [['exact', 'exact'], 'Two evaluators are called exact; give one of them another name'],
    [[{ type: 'exact', name: 'human' }], 'human is what people say; choose another name'],
    [[{ type: 'exact', patern: 'x' }], 'Unrecognized key: "patern"'],
    [[{ type: 'jsonata' }], '0.expression'],
    [[{ type: 'judge', target: {}, rubric: 'r' }], 'target has nothing; give one of endpoint, agent, tool'],
    [[{ type: 'judge', target: { tool: arn() }, rubric: 'r', scale: [5, 1] }], 'scale is [5, 1]'],
    [
      [{ type: 'judge', target: { tool: arn() }, rubric: 'r', passAt: 3 }],
      'passAt is 3; it must be in the scale, 0 to 1',
    ],
    [[{ type: 'judge', target: { tool: arn() }, rubric: 'r', votes: 2 }], 'votes is 2; an odd number has a middle'],
    [[{ type: 'function', lambda: 'x' }], 'lambda must be the ARN of a Lambda function'],
  ])('refuses %j: %s', (value, message) => {
    expect(problems(value).join('; ')).toContain(message);
  });
});

function arn(): string {
  return 'arn:aws:lambda:us-east-1:123456789012:function:judge';
}
