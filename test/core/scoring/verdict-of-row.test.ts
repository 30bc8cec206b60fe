import { describe, expect, it } from 'vitest';
import { evaluatorsSchema } from '../../../contracts/evaluators.ts';
import { verdictOfRow } from '../../../core/scoring/verdict-of-row.ts';

const evaluators = evaluatorsSchema.parse([
  'exact',
  { type: 'contains', name: 'polite', value: 'please', required: false, weight: 3 },
]);
const good = { score: 1, passed: true };
const bad = { score: 0, passed: false };

describe('a row', () => {
  it('passes when all required evaluators pass it', () => {
    expect(verdictOfRow(evaluators, { exact: good, polite: bad })).toBe(true);
    expect(verdictOfRow(evaluators, { exact: bad, polite: good })).toBe(false);
  });

  it('is neither passed nor failed when a required evaluator erred', () => {
    expect(verdictOfRow(evaluators, { exact: { error: 'x' }, polite: good })).toBeNull();
    expect(verdictOfRow(evaluators, { polite: good })).toBeNull();
  });

  it('is not changed by what people say', () => {
    expect(verdictOfRow(evaluators, { exact: good, polite: good, human: bad })).toBe(true);
  });
});
