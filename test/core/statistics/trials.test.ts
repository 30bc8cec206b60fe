import { describe, expect, it } from 'vitest';
import { trialFigures } from '../../../core/statistics/trials.ts';
import { uniform } from './uniform.ts';

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

  it('add for k to what is known of k - 1, so that pass@k never falls and pass^k never rises', () => {
    const u = uniform('unequal trials');
    for (let round = 0; round < 200; round++) {
      const groups = Array.from({ length: 6 }, () => {
        const trials = 1 + Math.floor(6 * u());
        return { trials, passed: Math.floor((trials + 1) * u()), rows: 1 + Math.floor(9 * u()) };
      });
      const { passAtK, passHatK, passAtKIntervals, passHatKIntervals } = trialFigures(groups);
      for (const [k, share] of passAtK.entries()) {
        expect(share).toBeGreaterThanOrEqual((passAtK[k - 1] ?? 0) - 1e-12);
        expect(passHatK[k]).toBeLessThanOrEqual((passHatK[k - 1] ?? 1) + 1e-12);
        for (const { low, high } of [passAtKIntervals[k], passHatKIntervals[k]].filter((one) => one !== undefined)) {
          expect(low).toBeGreaterThanOrEqual(0);
          expect(high).toBeLessThanOrEqual(1);
          expect(high - low).toBeGreaterThan(0.01);
        }
      }
    }
  });

  it('have intervals of pass@k and pass^k that hold the truth', () => {
    const u = uniform('pass@k');
    const [held, samples] = [{ atK: 0, hatK: 0 }, 500];
    // A row passes with a chance that is the same for all chances: at least one of 3 does so in 3 of 4, all 3 in 1 of 4.
    for (let sample = 0; sample < samples; sample++) {
      const groups = Array.from({ length: 40 }, () => {
        const [own, trials] = [u(), 3 + Math.floor(3 * u())];
        return { trials, passed: Array.from({ length: trials }, () => u() < own).filter(Boolean).length, rows: 1 };
      });
      const { passAtKIntervals, passHatKIntervals } = trialFigures(groups);
      const holds = (interval = { low: 1, high: 0 }, truth = 0) => interval.low <= truth && truth <= interval.high;
      if (holds(passAtKIntervals[2], 0.75)) held.atK += 1;
      if (holds(passHatKIntervals[2], 0.25)) held.hatK += 1;
    }
    for (const share of [held.atK, held.hatK]) expect(share / samples).toBeGreaterThan(0.93);
  });

  it('say whether rows or trials make the pass rate uncertain, and which to add', () => {
    const steady = trialFigures([
      { trials: 5, passed: 5, rows: 30 },
      { trials: 5, passed: 0, rows: 10 },
    ]);
    expect(steady.variance).toMatchObject({ trials: 0, narrowerByTrials: 0, add: 'rows' });
    const tossed = trialFigures([1, 5, 10, 10, 5, 1].map((rows, passed) => ({ trials: 5, passed, rows })));
    expect(tossed.variance).toMatchObject({ trials: 0.25, rows: expect.closeTo(0, 1), add: 'rows or trials' });
    expect(trialFigures([{ trials: 1, passed: 1, rows: 9 }]).variance).toBeUndefined();
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
