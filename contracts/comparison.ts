import type { Agreement } from './summary.ts';

/** What `compare` gives: figures of the variants of an experiment, and of each against the baseline. Plain data. */

/** A 95 % interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A row of a variant, as far as figures need it. */
export interface ComparedRow {
  readonly sampleId: string;
  readonly rowIndex: number;
  /** Of a row that was called several times: trials of a row belong together. */
  readonly trial?: number;
  readonly status: 'succeeded' | 'failed' | 'skipped';
  readonly passed?: boolean;
  /** By evaluator; none where it erred. */
  readonly scores: Readonly<Record<string, number>>;
  /** Who passed it, by evaluator and `human`. */
  readonly verdicts?: Readonly<Record<string, boolean>>;
  /** What tells whether two runs had the same row: its texts, or what stands for them. Undefined where not known. */
  readonly input?: string | null;
  readonly expected?: string | null;
  readonly latencyMs?: number;
  readonly tokens?: number;
  readonly costUsd?: number;
  /** Rows that belong together have the same. */
  readonly cluster?: string;
}

/** What a run's rows were graded by: an evaluator of its configuration. */
export interface GradedBy extends Readonly<Record<string, unknown>> {
  readonly type: string;
  readonly name?: string;
  readonly required?: boolean;
}

export interface ComparedVariant {
  readonly name: string;
  readonly evaluationId: string;
  readonly rows: readonly ComparedRow[];
  /** None where rows go by their expected answers; undefined where not known. */
  readonly evaluators?: readonly GradedBy[];
  readonly datasetId?: string;
  /** Of a run in progress: the rows it will have. */
  readonly planned?: number;
  /** Rows that the baseline has otherwise. */
  readonly notComparable?: ReadonlySet<string>;
}

export interface VariantFigures {
  readonly name: string;
  readonly evaluationId: string;
  readonly rows: number;
  readonly answered: number;
  readonly failed: number;
  readonly skipped: number;
  /** Rows that passed, of those that passed or did not. A row that failed did not pass. */
  readonly passed: number;
  readonly compared: number;
  readonly passRate?: number;
  readonly passRateInterval?: Interval;
  /** By evaluator: the mean over the answers it scored. */
  readonly scores: Readonly<Record<string, { mean: number; scored: number; interval?: Interval }>>;
  /** By evaluator: how far people agree with it. */
  readonly agreement?: Readonly<Record<string, Agreement>>;
  readonly latencyMs: { readonly mean?: number; readonly p50?: number; readonly p95?: number };
  /** 95 %; missing where there are too few rows for one. */
  readonly latencyIntervals?: { readonly p50?: Interval; readonly p95?: Interval };
  readonly tokens: number;
  /** Missing where no row says what it cost. */
  readonly costUsd?: number;
}

/** A figure of a variant less that of the baseline, over the rows that both have. Trials of a row are taken together. */
export interface Effect {
  readonly pairs: number;
  readonly difference: number;
  /** Of all claims together it is a 95 % interval: it misses the truth in `alpha` of all cases, so that it agrees with the verdict. */
  readonly interval?: Interval;
  readonly alpha: number;
  /** Paired permutation test, two-sided; `adjusted` for what else is asked (Holm): the variants, of scores the evaluators too. */
  readonly p: number;
  readonly adjustedP: number;
  /** Rows on which the variant is better, both are alike, and the baseline is better. Rows without an answer are no ties. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** Rows without a winner of which one or both have no answer. */
  readonly unanswered: number;
  /** Share of wins among wins and losses. */
  readonly winShare?: number;
  readonly winShareInterval?: Interval;
  /** The mean difference in standard deviations of the differences. */
  readonly effectSize?: number;
  /**
   * The smallest difference these rows would show in four of five experiments, and the rows that this one would need; missing
   * where these are more than anybody calls.
   */
  readonly visibleDifference?: number;
  readonly rowsNeeded?: number;
  readonly verdict: 'better' | 'worse' | 'cannot tell';
  /** Where calls ended in an error: the same figure with errors counted the other way, and whether its verdict is another. */
  readonly otherWay?: OtherWay;
  readonly disagrees?: boolean;
}

/** A pass rate counts errors as failures, and the other way leaves such rows out. A score is the reverse. */
export interface OtherWay extends Pick<Effect, 'pairs' | 'difference' | 'interval' | 'adjustedP' | 'verdict'> {
  readonly errors: 'left out' | 'as failures';
}

export interface Difference {
  readonly variant: string;
  readonly baseline: string;
  readonly passRate?: Effect;
  /** Of each, over the rows that both have. */
  readonly passRates?: { readonly variant: number; readonly baseline: number };
  /** Exact McNemar test on the rows that only one of them passed; missing where rows have trials or belong together. */
  readonly mcnemar?: { readonly onlyVariant: number; readonly onlyBaseline: number; readonly p: number };
  readonly scores: Readonly<Record<string, Effect>>;
  /** Rows that both answered and whose share of passed answers fell, or rose, in row order. */
  readonly worse: readonly string[];
  readonly better: readonly string[];
  /** Rows that only the variant, or only the baseline, has no answer to. */
  readonly errors: { readonly variant: number; readonly baseline: number };
  /** Rows that one of the two never called, or never graded: neither better nor worse. */
  readonly skipped: number;
  readonly ungraded: number;
  /** What a row costs on average, over the called rows whose cost both know. */
  readonly costs?: { readonly rows: number; readonly variant: number; readonly baseline: number };
  /** The one verdict on the variant, and in words. By the pass rate; of rows that are only scored, by the first score. */
  readonly verdict: Effect['verdict'] | 'not compared';
  readonly headline: string;
}

export interface Comparison {
  readonly baseline: string;
  /** The most important finding, short enough for a heading. */
  readonly headline: string;
  /** What the figures come to, in plain words, the most important first. */
  readonly findings: readonly string[];
  /** What was left out because not all variants have it, in words. */
  readonly leftOut: readonly string[];
  readonly variants: readonly VariantFigures[];
  /** Variants whose run is in progress. Intervals then hold however often one looks. */
  readonly unfinished?: readonly { readonly name: string; readonly rows: number; readonly planned: number }[];
  readonly differences: readonly Difference[];
  /** From three variants up, when all are finished: the strongest first. */
  readonly ranking?: readonly Ranked[];
}

/** What a variant asked which model, as its run kept it. */
export interface AskedModel {
  /** The variant's. */
  readonly name: string;
  readonly provider: string;
  readonly model: string;
  readonly promptHash?: string;
  /** Templates: the system prompt, the prompt, or all messages. */
  readonly prompts: readonly string[];
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** By Bradley and Terry; `winShare` is the chance to beat an average variant. */
export interface Ranked {
  readonly name: string;
  /** Variants that cannot be told apart are tied and share a rank. */
  readonly rank: number;
  readonly tied: readonly string[];
  readonly strength: number;
  readonly winShare: number;
  readonly winShareInterval: Interval;
}

/** Both answers of a row that changed. */
export interface ChangedRow {
  readonly sampleId: string;
  readonly rowIndex: number;
  readonly variant: string;
  readonly change: 'worse' | 'better';
  readonly expected: string | null;
  readonly baselineAnswer: string | null;
  readonly variantAnswer: string | null;
}
