import type { IndexRow } from '../../contracts/api/rows.ts';
import { ERROR_CLASSES } from '../../contracts/errors.ts';
import { type Evaluator, nameOf } from '../../contracts/evaluators.ts';
import { HUMAN } from '../../contracts/human.ts';
import type { Summary } from '../../contracts/summary.ts';
import { groupedBy } from '../../core/grouped-by.ts';
import { OUTCOME_UNKNOWN } from '../../core/on-unknown.ts';
import { gradeOf, passRateOf } from '../../core/pass-rate.ts';
import { money } from '../../core/result-row.ts';
import { scoreOfRow, scoresOfRow, type Weights } from '../../core/rows/scores-of-row.ts';
import { agreementOf, type MarkedRow } from '../../core/scoring/agreement.ts';
import { verdictsIn } from '../../core/scoring/verdicts.ts';
import { standardDeviation } from '../../core/statistics/power.ts';
import { quantileInterval } from '../../core/statistics/quantile-interval.ts';
import { rateInterval } from '../../core/statistics/share-interval.ts';
import { trialFigures } from '../../core/statistics/trials.ts';

/** What figures need of a row: its scores are whole. */
export interface FigureRow extends Omit<IndexRow, 'attempts' | 'input' | 'expected' | 'actualOutput' | 'errorMessage'> {
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
}

const LATENCY_SHARES = { p50: 0.5, p95: 0.95, p99: 0.99 } as const;

const emptyTally = () => ({
  ...{ results: 0, succeeded: 0, failed: 0, skipped: 0, unknown: 0, passed: 0, compared: 0, wrong: 0 },
  ...{ promptTokens: 0, completionTokens: 0, totalTokens: 0, costUsd: 0, priced: 0, latencies: 0, latencySum: 0 },
});
type Tally = ReturnType<typeof emptyTally>;

const emptyScore = () => ({ sum: 0, scored: 0, passed: 0, errors: 0 });

/** Adds up a run's figures from its results, which come in the order of their rows. */
export class RunFigures {
  readonly #names: readonly string[];
  readonly #weights: Weights;
  readonly #all = emptyTally();
  readonly #variants = new Map<string, Tally>();
  readonly #errors = new Map<string, number>();
  readonly #scores = new Map<string, ReturnType<typeof emptyScore>>();
  readonly #rowScore = { sum: 0, rows: 0 };
  readonly #latencies: number[] = [];
  readonly #marked: MarkedRow[] = [];
  /** Rows, whichever of them were answered for several models: a row has failed if one of these has. */
  readonly #rows = { succeeded: 0, failed: 0, skipped: 0 };
  /** Rows by how many of their trials have a verdict, and how many passed. */
  readonly #trialGroups = new Map<string, { trials: number; passed: number; rows: number }>();
  readonly #byTrial: { passed: number; compared: number }[] = [];
  /** Results of the row at hand. */
  #row: FigureRow[] = [];

  constructor(evaluators: readonly Evaluator[]) {
    this.#names = [...evaluators.map(nameOf), HUMAN];
    this.#weights = Object.fromEntries(evaluators.map((evaluator) => [nameOf(evaluator), evaluator.weight]));
  }

  add(row: FigureRow): void {
    if (this.#row[0] && this.#row[0].rowIndex !== row.rowIndex) this.#endRow();
    this.#row.push(row);
    this.#tally(this.#all, row);
    if (row.variant !== '') {
      const tally = this.#variants.get(row.variant) ?? emptyTally();
      this.#variants.set(row.variant, tally);
      this.#tally(tally, row);
    }
    if (row.latencyMs !== null) this.#latencies.push(row.latencyMs);
    if (row.status === 'failed') {
      const errorClass = row.errorClass ?? 'permanent';
      this.#errors.set(errorClass, (this.#errors.get(errorClass) ?? 0) + 1);
    }
    if (row.scores !== null && this.#names.length > 1) this.#addScores(row);
  }

  #tally(tally: Tally, row: FigureRow): void {
    const grade = gradeOf(row);
    tally.results += 1;
    tally[row.status] += 1;
    if (row.errorName === OUTCOME_UNKNOWN) tally.unknown += 1;
    if (grade !== undefined) tally.compared += 1;
    if (grade) tally.passed += 1;
    if (grade === false && row.status === 'succeeded') tally.wrong += 1;
    tally.promptTokens += row.promptTokens ?? 0;
    tally.completionTokens += row.completionTokens ?? 0;
    tally.totalTokens += row.totalTokens ?? 0;
    tally.costUsd += row.costUsd ?? 0;
    if (row.costUsd !== null) tally.priced += 1;
    if (row.latencyMs === null) return;
    tally.latencies += 1;
    tally.latencySum += row.latencyMs;
  }

  #addScores(row: FigureRow): void {
    const said = scoresOfRow(row);
    for (const name of this.#names) {
      const { score, passed, error } = said[name] ?? {};
      const known = this.#scores.get(name) ?? emptyScore();
      this.#scores.set(name, known);
      if (typeof score === 'number') known.scored += 1;
      if (typeof score === 'number') known.sum += score;
      if (passed === true) known.passed += 1;
      if (error !== undefined && error !== null) known.errors += 1;
    }
    const score = scoreOfRow(row, this.#weights);
    if (score !== null) this.#rowScore.sum += score;
    if (score !== null) this.#rowScore.rows += 1;
    if (said[HUMAN]) this.#marked.push({ rowIndex: row.rowIndex, verdicts: verdictsIn(row.scores) });
  }

  #endRow(): void {
    for (const results of groupedBy(this.#row, ({ sampleId, trial }) => `${trial} ${sampleId}`).values()) {
      const has = (status: FigureRow['status']) => results.some((result) => result.status === status);
      this.#rows[has('failed') ? 'failed' : has('skipped') ? 'skipped' : 'succeeded'] += 1;
    }
    for (const trials of groupedBy(this.#row, ({ sampleId, variant }) =>
      JSON.stringify([variant, sampleId]),
    ).values()) {
      const grades = trials.flatMap((trial) => gradeOf(trial) ?? []);
      const group = { trials: grades.length, passed: grades.filter(Boolean).length, rows: 0 };
      const key = `${group.trials} ${group.passed}`;
      const known = this.#trialGroups.get(key) ?? group;
      this.#trialGroups.set(key, known);
      known.rows += 1;
    }
    for (const row of this.#row) {
      const grade = gradeOf(row);
      const ofTrial = this.#byTrial[row.trial] ?? { passed: 0, compared: 0 };
      this.#byTrial[row.trial] = ofTrial;
      if (grade !== undefined) ofTrial.compared += 1;
      if (grade) ofTrial.passed += 1;
    }
    this.#row = [];
  }

  /** @param repeats how often each row was called; a text if rows say so themselves */
  end(repeats: number | string) {
    this.#endRow();
    const all = this.#all;
    const { passed, compared, wrong } = all;
    const { passRateInterval = rateInterval(passed, compared), ...trials } = repeats === 1 ? {} : this.#trials();
    const { succeeded, failed, skipped } = this.#variants.size > 0 ? this.#rows : all;
    return {
      succeeded,
      failed,
      skipped,
      unknown: all.unknown,
      ...(this.#variants.size > 0 && { variants: this.#ofVariants() }),
      ...passRateOf({ passedBy: this.#names.length > 1 ? 'scores' : 'expected', compared, passed, wrong }),
      ...(passRateInterval && { passRateInterval }),
      ...this.#ofScores(),
      ...(this.#marked.length > 0 && { agreement: agreementOf(this.#marked) }),
      ...trials,
      ...this.#latency(repeats),
      tokens: { prompt: all.promptTokens, completion: all.completionTokens, total: all.totalTokens },
      costUsd: money(all.costUsd),
      priced: all.priced,
      errors: Object.fromEntries(
        ERROR_CLASSES.flatMap((name) => [[name, this.#errors.get(name) ?? 0]] as const).filter(([, rows]) => rows > 0),
      ),
    } satisfies Partial<Summary>;
  }

  /** How often a row passes, where rows were called several times. */
  #trials(): Pick<Summary, 'trials' | 'passRateInterval'> {
    const { passRateInterval, ...figures } = trialFigures([...this.#trialGroups.values()]);
    if (figures.rows === 0) return {};
    const passRates = this.#byTrial.flatMap(({ passed, compared }) => (compared > 0 ? [passed / compared] : []));
    return { passRateInterval, trials: { ...figures, passRates, spread: standardDeviation(passRates) } };
  }

  #ofVariants(): NonNullable<Summary['variants']> {
    const byName = [...this.#variants].sort(([a], [b]) => (a < b ? -1 : 1));
    return byName.map(([name, tally]) => ({
      name,
      rows: tally.results,
      failed: tally.failed,
      passed: tally.passed,
      compared: tally.compared,
      ...(tally.latencies > 0 && { latencyMeanMs: Math.round(tally.latencySum / tally.latencies) }),
      tokens: tally.totalTokens,
      costUsd: money(tally.costUsd),
      priced: tally.priced,
    }));
  }

  #ofScores(): Pick<Summary, 'scores' | 'score'> {
    const scores = this.#names.flatMap((name) => {
      const { sum, scored, passed, errors } = this.#scores.get(name) ?? emptyScore();
      return scored + errors > 0
        ? [[name, { mean: scored > 0 ? sum / scored : 0, scored, passed, errors }] as const]
        : [];
    });
    if (scores.length === 0) return {};
    const { sum, rows } = this.#rowScore;
    return { scores: Object.fromEntries(scores), ...(rows > 0 && { score: sum / rows }) };
  }

  /** Rows that were never called have no latency. Trials of a row count as one where an interval needs independent values. */
  #latency(repeats: number | string): Pick<Summary, 'latencyMs' | 'latencyIntervals'> {
    const sorted = Float64Array.from(this.#latencies).sort();
    if (sorted.length === 0) return { latencyMs: {} };
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
    const mean = Math.round(this.#all.latencySum / sorted.length);
    const latencyMs = { mean, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
    if (typeof repeats !== 'number') return { latencyMs };
    const independent = Math.ceil(sorted.length / repeats);
    const intervals = Object.entries(LATENCY_SHARES).flatMap(([name, share]) => {
      const interval = quantileInterval(sorted, share, independent);
      return interval ? [[name, interval] as const] : [];
    });
    return { latencyMs, ...(intervals.length > 0 && { latencyIntervals: Object.fromEntries(intervals) }) };
  }
}
