/** Rows with the same number of trials, of which the same number passed. */
export interface TrialGroup {
  readonly trials: number;
  readonly passed: number;
  readonly rows: number;
}

export interface TrialFigures {
  /** Rows with a verdict, and trials of a row at most. */
  readonly rows: number;
  readonly trials: number;
  readonly alwaysRight: number;
  readonly flaky: number;
  readonly alwaysWrong: number;
  /**
   * The chance that at least one of k trials passes, and that all k do, for k = 1, 2 …: unbiased estimates from all trials
   * of a row (M. Chen et al., "Evaluating Large Language Models Trained on Code", 2021; τ-bench, 2024), averaged over the
   * rows that have k trials.
   */
  readonly passAtK: readonly number[];
  readonly passHatK: readonly number[];
}

export function trialFigures(groups: readonly TrialGroup[]): TrialFigures {
  const judged = groups.filter(({ trials }) => trials > 0);
  const count = (wanted: (group: TrialGroup) => boolean) =>
    judged.filter(wanted).reduce((sum, { rows }) => sum + rows, 0);
  const most = Math.max(0, ...judged.map(({ trials }) => trials));
  const overK = (chance: (group: TrialGroup, k: number) => number): number[] =>
    Array.from({ length: most }, (_, index) => {
      const k = index + 1;
      const enough = judged.filter(({ trials }) => trials >= k);
      const rows = enough.reduce((sum, group) => sum + group.rows, 0);
      return enough.reduce((sum, group) => sum + group.rows * chance(group, k), 0) / rows;
    });
  return {
    rows: count(() => true),
    trials: most,
    alwaysRight: count(({ trials, passed }) => passed === trials),
    flaky: count(({ trials, passed }) => passed > 0 && passed < trials),
    alwaysWrong: count(({ passed }) => passed === 0),
    passAtK: overK(({ trials, passed }, k) => 1 - allOf(trials - passed, trials, k)),
    passHatK: overK(({ trials, passed }, k) => allOf(passed, trials, k)),
  };
}

/** The chance that k that are drawn of `all`, without repetition, are all among `these`: C(these, k) / C(all, k). */
function allOf(these: number, all: number, k: number): number {
  let chance = 1;
  for (let drawn = 0; drawn < k; drawn++) chance *= Math.max(0, these - drawn) / (all - drawn);
  return chance;
}
