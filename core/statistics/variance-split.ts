/** Rows with the same number of trials, of which the same number passed. */
export interface TrialGroup {
  readonly trials: number;
  readonly passed: number;
  readonly rows: number;
}

/** Where the uncertainty of a pass rate comes from. */
export interface TrialVariance {
  /** Variances between rows and between trials of a row (one-way random effects, by analysis of variance). */
  readonly rows: number;
  readonly trials: number;
  /** By what share the interval becomes narrower with twice the rows, and with twice the trials: both are as many calls. */
  readonly narrowerByRows: number;
  readonly narrowerByTrials: number;
  readonly add: 'rows' | 'rows or trials';
}

/** Twice the trials are as good as twice the rows where they narrow the interval nearly as much. */
const NEARLY = 0.8;

/** Undefined where no row has several trials, or all rows and trials are alike. */
export function trialVariance(groups: readonly TrialGroup[]): TrialVariance | undefined {
  const sum = (of: (group: TrialGroup) => number): number =>
    groups.reduce((total, group) => total + group.rows * of(group), 0);
  const [rows, trials] = [sum(() => 1), sum((group) => group.trials)];
  if (rows < 2 || trials === rows) return undefined;
  const mean = sum(({ passed }) => passed) / trials;
  const within = sum(({ trials: n, passed }) => (passed * (n - passed)) / n) / (trials - rows);
  const between = sum(({ trials: n, passed }) => n * (passed / n - mean) ** 2) / (rows - 1);
  const squares = sum(({ trials: n }) => n ** 2);
  const ofRows = Math.max(0, (between - within) / ((trials - squares / trials) / (rows - 1)));
  const [byRows, byTrials] = [(ofRows * squares) / trials ** 2, within / trials];
  if (byRows + byTrials === 0) return undefined;
  const narrowerByRows = 1 - Math.SQRT1_2;
  const narrowerByTrials = 1 - Math.sqrt((byRows + byTrials / 2) / (byRows + byTrials));
  const add = narrowerByTrials >= NEARLY * narrowerByRows ? 'rows or trials' : 'rows';
  return { rows: ofRows, trials: within, narrowerByRows, narrowerByTrials, add };
}
