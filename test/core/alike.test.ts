import { describe, expect, it } from 'vitest';
import type { ComparedRow, ComparedVariant, GradedBy } from '../../contracts/comparison.ts';
import { compareVariants } from '../../core/experiments/compare-variants.ts';

const exact: GradedBy = { type: 'exact', ignoreCase: false, required: true };
const judge: GradedBy = { type: 'judge', name: 'judge', rubric: 'Is it polite?', required: true };

/** Rows that pass `exact` up to a number and `judge` up to another. */
const run = (name: string, evaluators: readonly GradedBy[], passes: Record<string, number>, more: object = {}) => ({
  name,
  evaluationId: `run-${name}`,
  datasetId: 'd1',
  evaluators,
  rows: Array.from({ length: 100 }, (_, n): ComparedRow => {
    const verdicts = Object.fromEntries(Object.entries(passes).map(([evaluator, most]) => [evaluator, n < most]));
    const scores = Object.fromEntries(
      Object.entries(verdicts).map(([evaluator, passed]) => [evaluator, Number(passed)]),
    );
    const passed = Object.values(verdicts).every(Boolean);
    return {
      sampleId: `s${n}`,
      rowIndex: n,
      status: 'succeeded',
      passed,
      scores,
      verdicts,
      input: `i${n}`,
      expected: 'e',
    };
  }),
  ...more,
});
const rowsOf = (variant: ComparedVariant, change: (row: ComparedRow, n: number) => ComparedRow): ComparedVariant => ({
  ...variant,
  rows: variant.rows.map(change),
});

describe('comparing like with like', () => {
  it('compares by the evaluators that both have, and says which were left out', () => {
    const old = run('old', [exact, judge], { exact: 60, judge: 10 });
    const { differences, variants, leftOut } = compareVariants([old, run('new', [exact], { exact: 60 })], 'old');
    expect(differences[0]?.passRate).toMatchObject({ difference: 0, pairs: 100, verdict: 'cannot tell' });
    expect(Object.keys(differences[0]?.scores ?? {})).toEqual(['exact']);
    expect(variants.map(({ passRate }) => passRate)).toEqual([0.6, 0.6]);
    expect(leftOut.join(' ')).toMatch(/judge: only old/);
  });

  it('leaves out an evaluator whose definition differs, but not one that only weighs more', () => {
    const other = { ...judge, rubric: 'Is it short?' };
    const old = run('old', [exact, judge], { exact: 60, judge: 10 });
    const changed = compareVariants(
      [old, run('new', [{ ...exact, weight: 3 }, other], { exact: 60, judge: 90 })],
      'old',
    );
    expect(changed.differences[0]?.passRate?.difference).toBe(0);
    expect(changed.leftOut[0]).toMatch(/judge: its definition differs/);
    const same = [
      old,
      run('new', [{ ignoreCase: false, required: true, type: 'exact' }, judge], { exact: 60, judge: 90 }),
    ];
    expect(compareVariants(same, 'old').leftOut).toEqual([]);
  });

  it('refuses runs without a shared evaluator, and names the commands that grade both alike', () => {
    const graded = run('new', [judge], { judge: 90 });
    for (const old of [run('old', [exact], { exact: 0 }), run('old', [], { exact: 0 })]) {
      expect(() => compareVariants([old, graded], 'old')).toThrow(
        expect.objectContaining({
          name: 'NothingToCompare',
          message: expect.stringMatching(/rollcall score run-old .* rollcall score run-new /),
        }),
      );
    }
  });

  it('compares only rows with the same input and expected answer, and counts the others', () => {
    const old = run('old', [], { exact: 0 });
    const later = rowsOf(run('new', [], { exact: 100 }, { datasetId: 'd2' }), (row, n) =>
      n < 89
        ? { ...row, expected: 'other' }
        : n === 89
          ? { ...row, input: 'other' }
          : n === 99
            ? { ...row, sampleId: 'x' }
            : row,
    );
    const { differences, leftOut } = compareVariants([old, later], 'old');
    expect(differences[0]?.passRate?.pairs).toBe(9);
    expect(leftOut.join(' ')).toMatch(
      /9 shared rows.*1 row only new.*1 row only old.*1 row whose input.*89 rows whose expected/,
    );
  });

  it('refuses runs that share no row', () => {
    const later = rowsOf(run('new', [], { exact: 100 }, { datasetId: 'd2' }), (row) => ({ ...row, expected: 'other' }));
    expect(() => compareVariants([run('old', [], { exact: 0 }), later], 'old')).toThrow(
      expect.objectContaining({ name: 'NothingToCompare', message: expect.stringContaining('d1, d2') }),
    );
  });

  it('says nothing of runs that are alike', () => {
    const both = [
      run('old', [exact, judge], { exact: 60, judge: 10 }),
      run('new', [exact, judge], { exact: 60, judge: 10 }),
    ];
    expect(compareVariants(both, 'old').leftOut).toEqual([]);
  });
});
