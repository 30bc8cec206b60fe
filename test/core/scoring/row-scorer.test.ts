import { describe, expect, it } from 'vitest';
import { evaluatorsSchema } from '../../../contracts/evaluators.ts';
import type { RowStatus } from '../../../contracts/result-row.ts';
import { gradeOf } from '../../../core/pass-rate.ts';
import { rowScorer } from '../../../core/scoring/score-answer.ts';

const scorer = rowScorer(evaluatorsSchema.parse(['exact']));
const HUMAN = '{"human":{"score":1,"passed":true}}';

describe('a row that is graded', () => {
  it.each<[RowStatus, string, boolean | null, boolean | undefined]>([
    ['succeeded', 'yes', true, true],
    ['succeeded', 'no', false, false],
    ['failed', 'yes', false, false],
    ['skipped', 'yes', null, undefined],
  ])('and %s with %s has passed: %s', async (status, actual_output, passed, grade) => {
    const row = { sample_id: 's', row_index: 0, status, expected: 'yes', actual_output };
    for (const scores of [null, HUMAN]) {
      const scored = await scorer({ ...row, scores });
      expect(scored.passed).toBe(passed);
      const names = Object.keys(JSON.parse(scored.scores ?? '{}'));
      expect(names).toEqual([...(status === 'succeeded' ? ['exact'] : []), ...(scores ? ['human'] : [])]);
      expect(gradeOf({ ...row, passed: scored.passed })).toBe(grade);
    }
  });
});
