import { isAsking } from '../contracts/asking-evaluators.ts';
import type { EvaluationConfig } from '../contracts/evaluation-config.ts';
import { nameOf } from '../contracts/evaluators.ts';
import { scoresSchema } from '../contracts/score.ts';
import { jobTermsOf } from './bulk-jobs/calls-of.ts';
import { groupedBy } from './grouped-by.ts';
import { parseJson } from './json.ts';
import { PRICE_TABLE_DATE } from './price-table.ts';

/** What is known of one result of a run over the first rows: of a trial, and of one of several models. */
export interface SampledResult {
  readonly rowIndex: number;
  readonly trial: number;
  readonly latencyMs: number | null;
  readonly costUsd: number | null;
  /** The column `scores`. */
  readonly scores: string | null;
}

interface EstimateInput {
  readonly sample: readonly SampledResult[];
  readonly config: EvaluationConfig;
  /** Rows of the dataset, and how many of them the run is limited to. */
  readonly rows: number;
  readonly limit?: number;
  readonly maxConcurrency: number;
  /** What the run of the sample took, from its start to its figures. Default: no longer than its rows */
  readonly sampleMs?: number;
}

/** Expected, and the range it lies in nineteen times out of twenty. */
export interface Range {
  readonly expected: number;
  readonly low: number;
  readonly high: number;
}

export interface Estimate {
  /** Rows of the whole run. */
  readonly rows: number;
  readonly triedRows: number;
  /** Calls of the target: each trial is one. */
  readonly calls: number;
  /** USD, with what judges and functions cost; absent when no row of the sample said what it cost. */
  readonly costUsd?: Range;
  /** The part of `costUsd` that scoring takes, where it costs something. */
  readonly scoringCostUsd?: Range;
  /** Judges whose cost nobody knows: their answers were kept from an earlier run, or do not say. */
  readonly unpricedJudges?: string[];
  /** The day of the built-in price table. */
  readonly pricesAsOf: string;
  readonly durationMs?: Range;
  /** Where the run goes as bulk jobs; rows were tried one by one. */
  readonly bulkJobs?: { readonly jobs: number; readonly costUsd?: Range; readonly longestMs: number };
}

/** Expected cost and time of a whole run, from a run over its first rows: with trials, models, judges and the run's limit. */
export function estimate({ sample, config, rows, limit, maxConcurrency, sampleMs = 0 }: EstimateInput): Estimate {
  const total = Math.min(rows, limit ?? rows);
  const tried = [...groupedBy(sample, ({ rowIndex }) => rowIndex).values()];
  const trials = tried.map((row) => new Set(row.map(({ trial }) => trial)).size);
  const calls = Math.round(mean(trials, 1) * total);
  const scoring = scoringCosts(tried);
  const target = tried.map(targetCostOf);
  const isKnown = (_: unknown, index: number) => target[index] !== undefined;
  const targetCost = sumOfAll(
    target.filter((cost) => cost !== undefined),
    total,
  );
  const cost = sumOfAll(target.map((usd, index) => (usd ?? 0) + (scoring.costs[index] ?? 0)).filter(isKnown), total);
  const scoringCost = scoring.costs.some((usd) => usd > 0) ? sumOfAll(scoring.costs, total) : undefined;
  const unpricedJudges = judgesOf(config).filter((name) => !scoring.names.has(name));
  const sideBySide = Math.max(1, Math.min(maxConcurrency, calls));
  const times = tried.map(timeOf).filter((time) => time !== undefined);
  const time = sumOfAll(times, total);
  const made = trials.reduce((all, count) => all + count, 0);
  const called = times.reduce((all, latency) => all + latency, 0) / Math.max(1, Math.min(sideBySide, made));
  // Planning, reading the rows, loading the results: every run has it, whatever its rows take.
  const startUp = Math.max(0, sampleMs - called);
  const terms = jobTermsOf(config, calls);
  const bulkCost = terms && targetCost && plus(scaled(targetCost, terms.priceFactor), scoringCost);
  return {
    rows: total,
    triedRows: tried.length,
    calls,
    ...(cost && { costUsd: cost }),
    ...(scoringCost && { scoringCostUsd: scoringCost }),
    ...(unpricedJudges.length > 0 && { unpricedJudges }),
    pricesAsOf: PRICE_TABLE_DATE,
    ...(time && { durationMs: plus(scaled(time, 1 / sideBySide), { expected: startUp, low: startUp, high: startUp }) }),
    ...(terms && {
      bulkJobs: { jobs: terms.jobs, longestMs: terms.longestMs, ...(bulkCost && { costUsd: bulkCost }) },
    }),
  };
}

const mean = (values: readonly number[], otherwise: number): number =>
  values.length === 0 ? otherwise : values.reduce((sum, value) => sum + value, 0) / values.length;

/** All results of a row. One that does not say what it cost is taken to cost what the others do. */
function targetCostOf(row: readonly SampledResult[]): number | undefined {
  const known = row.map(({ costUsd }) => costUsd).filter((cost) => cost !== null);
  return known.length === 0 ? undefined : mean(known, 0) * row.length;
}

/** The trials of a row, one after the other; models that answer in one call take no longer than the slowest. */
function timeOf(row: readonly SampledResult[]): number | undefined {
  const latencies = [...groupedBy(row, ({ trial }) => trial).values()].map((trial) => {
    const told = trial.map(({ latencyMs }) => latencyMs).filter((latency) => latency !== null);
    return told.length === 0 ? undefined : Math.max(...told);
  });
  const known = latencies.filter((latency) => latency !== undefined);
  return known.length === 0 ? undefined : mean(known, 0) * latencies.length;
}

/**
 * What the judges of a row cost. A question that several trials share is paid for once; a row whose questions an earlier
 * run has paid for is taken to cost what the others do.
 */
function scoringCosts(tried: readonly (readonly SampledResult[])[]) {
  const paid = tried.map(paidIn);
  const names = new Set(paid.flatMap((row) => [...row.keys()]));
  const means = [...names].map((name) => {
    const told = paid.map((row) => row.get(name)).filter((cost) => cost !== undefined);
    return [name, mean(told, 0)] as const;
  });
  const costs = paid.map((row) => means.reduce((sum, [name, usual]) => sum + (row.get(name) ?? usual), 0));
  return { names, costs };
}

/** By evaluator. */
function paidIn(row: readonly SampledResult[]): Map<string, number> {
  const paid = new Map<string, number>();
  for (const { scores } of row) {
    const parsed = scoresSchema.safeParse(parseJson(scores ?? ''));
    for (const [name, score] of Object.entries(parsed.success ? parsed.data : {})) {
      if ('costUsd' in score && score.costUsd !== undefined) paid.set(name, (paid.get(name) ?? 0) + score.costUsd);
    }
  }
  return paid;
}

const judgesOf = ({ evaluators = [] }: EvaluationConfig): string[] =>
  evaluators.filter((evaluator) => isAsking(evaluator) && evaluator.type === 'judge').map(nameOf);

export const scaled = ({ expected, low, high }: Range, factor: number): Range => ({
  expected: expected * factor,
  low: low * factor,
  high: high * factor,
});

/** Both together. */
export const plus = (a: Range, b: Range | undefined): Range =>
  b ? { expected: a.expected + b.expected, low: a.low + b.low, high: a.high + b.high } : a;

/**
 * The sum over all rows when these are some of them: total × mean, give or take the standard error of that. A sample of
 * all rows leaves nothing open; a sample of one says nothing of the spread, so anything from half to twice is likely.
 */
function sumOfAll(values: readonly number[], total: number): Range | undefined {
  const count = values.length;
  if (count === 0) return undefined;
  const sum = values.reduce((all, value) => all + value, 0);
  const mean = sum / count;
  const expected = mean * total;
  if (count >= total) return { expected, low: expected, high: expected };
  if (count === 1) return { expected, low: expected / 2, high: expected * 2 };
  const variance = values.reduce((all, value) => all + (value - mean) ** 2, 0) / (count - 1);
  const unseen = (total - count) / total;
  const margin = studentT(count - 1) * total * Math.sqrt((variance / count) * unseen);
  // What the sample itself took is certain.
  return { expected, low: Math.max(sum, expected - margin), high: expected + margin };
}

/** Two-sided 95 % quantiles of Student's t for 1, 2, 3 … degrees of freedom. */
const QUANTILES = [12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];

/** Beyond ten degrees of freedom, 1.96 + 2.4 / ν is right to two digits. */
const studentT = (degrees: number): number => QUANTILES[degrees - 1] ?? 1.96 + 2.4 / degrees;
