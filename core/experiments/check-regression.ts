import type { Comparison, Effect, Interval, VariantFigures } from '../../contracts/comparison.ts';

/** What `maxRegression` is decided by. */
export interface Regression {
  /** One, or the models that a run's target answered for: the worst of them decides. */
  readonly variants: readonly string[];
  readonly comparison?: Pick<Comparison, 'baseline' | 'variants' | 'differences'>;
  /** Why there is no comparison. */
  readonly problem?: string;
}

export interface Checked {
  /** `error`: it could not be measured. `inconclusive`: it was, and these rows cannot decide it. */
  readonly outcome: 'passed' | 'failed' | 'inconclusive' | 'error';
  readonly reason?: string;
  readonly actual?: number;
  /** Of `maxRegression`: the 95% interval of `actual`, and about how many rows would decide an inconclusive one. */
  readonly interval?: Interval;
  readonly rowsNeeded?: number;
}

/**
 * Whether the pass rate is further below the baseline's than `limit`, over the rows that both have. The interval decides, as in
 * a non-inferiority test (ICH E9): passed when all of it is within the limit, failed when all of it is beyond.
 */
export function checkRegression(limit: number, regression: Regression | undefined): Checked {
  const { variants = [], comparison, problem = 'There is no baseline to compare with.' } = regression ?? {};
  const error: Checked = { outcome: 'error', reason: problem };
  if (!comparison) return error;
  const checked = variants.map((variant) => checkVariant(limit, variant, comparison));
  return WORST_FIRST.flatMap((outcome) => checked.filter((one) => one.outcome === outcome))[0] ?? error;
}

const WORST_FIRST = ['error', 'failed', 'inconclusive', 'passed'] as const;

function checkVariant(limit: number, variant: string, comparison: NonNullable<Regression['comparison']>): Checked {
  const { baseline, variants, differences } = comparison;
  for (const name of [baseline, variant]) {
    const why = notGraded(variants.find((figures) => figures.name === name));
    if (why) return { outcome: 'error', reason: `${name} ${why}` };
  }
  const difference = differences.find((one) => one.variant === variant);
  const { passRate: effect, passRates } = difference ?? {};
  if (!effect || !passRates) return { outcome: 'error', reason: `${variant} and ${baseline} share no graded row.` };
  if (passRates.baseline === 0) {
    const reason = `No row of ${baseline} passed, so nothing can be worse. Check its mappings.output and the evaluators.`;
    return { outcome: 'error', reason };
  }
  const actual = Math.max(0, -effect.difference);
  const { interval } = effect;
  const names = `${variant} is`;
  const measured = `${points(effect.difference)} points${interval ? ` (95% CI ${points(interval.low)} to ${points(interval.high)})` : ''}`;
  const told = { actual, ...(interval && { interval: { low: -interval.high, high: -interval.low } }) };
  if (interval && interval.low >= -limit - ROUNDING) {
    return { ...told, outcome: 'passed', reason: `${names} ${notWorse(interval, limit, baseline)}: ${measured}.` };
  }
  if (interval && interval.high < -limit) {
    const reason = `${names} worse than ${baseline} by more than ${points(limit)} points: ${measured}.`;
    return { ...told, outcome: 'failed', reason };
  }
  const rowsNeeded = rowsToDecide(effect, limit);
  const reason = `${effect.pairs} rows cannot tell whether ${variant} is worse than ${baseline} by more than ${points(limit)} points: ${measured}. ${more(rowsNeeded)}`;
  return { ...told, outcome: 'inconclusive', reason, ...(rowsNeeded && { rowsNeeded }) };
}

const ROUNDING = 1e-12;
const points = (value: number): string => `${value < 0 ? '−' : ''}${(Math.abs(value) * 100).toFixed(1)}`;

function notGraded(figures: VariantFigures | undefined): string | undefined {
  if (!figures || figures.answered === 0) return 'has no answered row.';
  if (figures.compared > 0) return undefined;
  return 'has no graded row. Give its rows expected answers, or grade them with: rollcall score RUN --evaluators FILE';
}

function notWorse({ low, high }: Interval, limit: number, baseline: string): string {
  if (low > 0) return `better than ${baseline}`;
  return high <= limit
    ? `as good as ${baseline} within ±${points(limit)} points`
    : `not worse than ${baseline} by more than ${points(limit)} points`;
}

/** The power of four in five that `rowsNeeded` of a difference has too: (1.96 + 0.84) / 1.96. */
const POWER = 1.43;
const MOST_ROWS = 1_000_000;

/** About how many rows would decide it, if the difference stays as it is: an interval narrows with the root of the rows. */
function rowsToDecide({ difference, interval, pairs }: Effect, limit: number): number | undefined {
  const distance = difference + limit;
  if (!interval || Math.abs(distance) < ROUNDING) return undefined;
  const reach = distance > 0 ? difference - interval.low : interval.high - difference;
  const rows = Math.ceil(pairs * ((POWER * reach) / distance) ** 2);
  return rows <= MOST_ROWS ? Math.max(rows, pairs + 1) : undefined;
}

const more = (rows: number | undefined): string =>
  rows === undefined ? 'No practical number of rows would decide it.' : `About ${rows} rows would decide it.`;
