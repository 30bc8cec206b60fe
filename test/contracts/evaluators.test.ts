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
  ])('refuses %j: %s', (value, message) => {
    expect(problems(value).join('; ')).toContain(message);
  });
});
