import { expect, it } from 'vitest';
import { evaluatorsSchema } from '../../../contracts/evaluators.ts';
import { wantsExpected } from '../../../core/scoring/wants-expected.ts';

it('answers are compared with what is expected, unless every evaluator says itself what it wants', () => {
  const wants = (...evaluators: unknown[]) => wantsExpected(evaluatorsSchema.parse(evaluators));
  expect(wantsExpected(undefined)).toBe(true);
  expect([wants('exact'), wants({ type: 'regex', pattern: 'x' }, 'contains')]).toEqual([true, true]);
  expect(wants({ type: 'exact', value: 'yes' }, { type: 'jsonata', expression: 'true' })).toBe(false);
});
