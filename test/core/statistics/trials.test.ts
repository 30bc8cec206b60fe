import { describe, expect, it } from 'vitest';
import { trialFigures } from '../../../core/statistics/trials.ts';

describe('rows that were called several times', () => {
  it('are always right, flaky or always wrong; a row without a verdict is none of them', () => {
    const groups = [
      { trials: 4, passed: 4, rows: 6 },
      { trials: 4, passed: 1, rows: 3 },
      { trials: 4, passed: 0, rows: 1 },
      { trials: 0, passed: 0, rows: 5 },
    ];
    expect(trialFigures(groups)).toMatchObject({ rows: 10, trials: 4, alwaysRight: 6, flaky: 3, alwaysWrong: 1 });
  });

  it('have pass@k and pass^k as counting all choices of k trials gives them', () => {
    for (const passed of [0, 1, 2, 3, 5]) {
      const { passAtK, passHatK } = trialFigures([{ trials: 5, passed, rows: 2 }]);
      for (let k = 1; k <= 5; k++) {
        const [some, all] = byCounting(5, passed, k);
        expect(passAtK[k - 1]).toBeCloseTo(some, 12);
        expect(passHatK[k - 1]).toBeCloseTo(all, 12);
      }
    }
  });

  it('count for k only where they have k trials', () => {
    const { passAtK } = trialFigures([
      { trials: 1, passed: 0, rows: 9 },
      { trials: 2, passed: 1, rows: 1 },
    ]);
    expect(passAtK).toEqual([0.05, 1]);
  });

  it('say nothing where there are none', () => {
    expect(trialFigures([])).toMatchObject({ rows: 0, trials: 0, passAtK: [], passHatK: [] });
  });
});

/** The share of all choices of k trials in which one passed, and in which all did. */
function byCounting(trials: number, passed: number, k: number): [some: number, all: number] {
  let [choices, some, all] = [0, 0, 0];
  for (let chosen = 0; chosen < 2 ** trials; chosen++) {
    const picked = Array.from({ length: trials }, (_, trial) => trial).filter((trial) => (chosen >> trial) & 1);
    if (picked.length !== k) continue;
    choices += 1;
    if (picked.some((trial) => trial < passed)) some += 1;
    if (picked.every((trial) => trial < passed)) all += 1;
  }
  return [some / choices, all / choices];
}
