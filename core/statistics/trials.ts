import type { Interval } from '../../contracts/comparison.ts';
import { shareInterval } from './share-interval.ts';
import type { Column } from './units.ts';
import { type TrialGroup, type TrialVariance, trialVariance } from './variance-split.ts';

export interface TrialFigures {
  /** Rows with a verdict, and trials of a row at most. */
  readonly rows: number;
  readonly trials: number;
  readonly alwaysRight: number;
  readonly flaky: number;
  readonly alwaysWrong: number;
  /**
   * The chance that at least one of k trials passes, and that all k do, for k = 1, 2 …: unbiased estimates from all trials
   * of a row (M. Chen et al., "Evaluating Large Language Models Trained on Code", 2021; τ-bench, 2024), averaged over rows.
   * Where rows have different numbers of trials, each k adds to what is known of k - 1 what rows with k trials tell
   * (E. Kaplan and P. Meier, 1958), so that pass@k never falls and pass^k never rises.
   */
  readonly passAtK: number[];
  readonly passHatK: number[];
  readonly passAtKIntervals: Interval[];
  readonly passHatKIntervals: Interval[];
  /** Of the pass rate over all trials. */
  readonly passRateInterval?: Interval;
  readonly variance?: TrialVariance;
}

export function trialFigures(groups: readonly TrialGroup[]): TrialFigures {
  const judged = groups.filter(({ trials }) => trials > 0);
  const count = (wanted: (group: TrialGroup) => boolean) =>
    judged.filter(wanted).reduce((sum, { rows }) => sum + rows, 0);
  const most = Math.max(0, ...judged.map(({ trials }) => trials));
  const failing = runsOf(judged, most, ({ trials, passed }) => trials - passed);
  const passing = runsOf(judged, most, ({ passed }) => passed);
  const rate = shareInterval(
    columnOf(
      judged,
      ({ passed }) => passed,
      ({ trials }) => trials,
    ),
  );
  const variance = trialVariance(judged);
  return {
    rows: count(() => true),
    trials: most,
    alwaysRight: count(({ trials, passed }) => passed === trials),
    flaky: count(({ trials, passed }) => passed > 0 && passed < trials),
    alwaysWrong: count(({ passed }) => passed === 0),
    passAtK: failing.map(({ share }) => 1 - share),
    passHatK: passing.map(({ share }) => share),
    passAtKIntervals: failing.map(({ interval: { low, high } }) => ({ low: 1 - high, high: 1 - low })),
    passHatKIntervals: passing.map(({ interval }) => interval),
    ...(rate && { passRateInterval: rate }),
    ...(variance && { variance }),
  };
}

interface Run {
  readonly share: number;
  readonly interval: Interval;
}

/** The chance that the first k trials are all of a kind, for k = 1, 2 … @param kindOf how many trials of a row are of it */
function runsOf(groups: readonly TrialGroup[], most: number, kindOf: (group: TrialGroup) => number): Run[] {
  const runs: Run[] = [];
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  // How far a row moves the logarithm of the share (its influence).
  const influence = new Float64Array(groups.length);
  let share = 1;
  for (let k = 1; k <= most; k++) {
    const enough = (group: TrialGroup): number => (group.trials >= k ? group.rows : 0);
    const chances = groups.map((group) => (group.trials >= k ? allOf(kindOf(group), group.trials, k) : 0));
    const before = groups.map((group) => (group.trials >= k ? allOf(kindOf(group), group.trials, k - 1) : 0));
    const total = groups.reduce((sum, group, at) => sum + enough(group) * (chances[at] ?? 0), 0);
    const base = groups.reduce((sum, group, at) => sum + enough(group) * (before[at] ?? 0), 0);
    if (base > 0) share *= total / base;
    for (let at = 0; at < groups.length && total > 0; at++)
      influence[at] = (influence[at] ?? 0) + rows * ((chances[at] ?? 0) / total - (before[at] ?? 0) / base);
    // Where all rows agree, only those with k trials tell how sure that is.
    const isSure = share === 0 || share === 1;
    const told = groups.flatMap((group, at) => {
      const value = isSure ? share : Math.round(share * (1 + (influence[at] ?? 0)) * 1e12) / 1e12;
      return isSure && group.trials < k ? [] : [{ value, rows: group.rows }];
    });
    const interval = shareInterval(
      columnOf(
        told,
        ({ value }) => value,
        () => 1,
      ),
    );
    runs.push({ share, interval: interval ?? { low: 0, high: 1 } });
  }
  return runs;
}

/** The chance that k that are drawn of `all`, without repetition, are all among `these`: C(these, k) / C(all, k). */
function allOf(these: number, all: number, k: number): number {
  let chance = 1;
  for (let drawn = 0; drawn < k; drawn++) chance *= Math.max(0, these - drawn) / (all - drawn);
  return chance;
}

function columnOf<Group extends { readonly rows: number }>(
  groups: readonly Group[],
  sum: (group: Group) => number,
  size: (group: Group) => number,
): Column {
  return {
    sums: Float64Array.from(groups, sum),
    counts: Float64Array.from(groups, size),
    weights: Float64Array.from(groups, ({ rows }) => rows),
  };
}
