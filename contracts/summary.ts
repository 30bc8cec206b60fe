import * as z from 'zod';
import { haltedBySchema, RUN_STATUSES, type RunRecord } from '../domain/run-records/run-record.ts';
import { exportAnswerSchema } from './export.ts';

export const interval = z.object({ low: z.number(), high: z.number() });

export const agreementSchema = z.object({
  rows: z.number(),
  share: z.number(),
  kappa: z.number().optional(),
  interval: interval.optional(),
  /** The first rows that they do not agree on, and what people say of them. */
  disagreed: z.array(z.object({ rowIndex: z.number(), human: z.boolean() })).optional(),
});
export type Agreement = z.output<typeof agreementSchema>;

/**
 * The execution’s output, and what the run record keeps, computed from all rows of the results table. Counts, sums, rates and
 * percentiles are exact.
 */
export const summarySchema = z.object({
  evaluationId: z.string(),
  /** Absent when the run was refused before they were known. */
  datasetId: z.string().optional(),
  targetName: z.string().optional(),
  status: z.enum(RUN_STATUSES),
  /** Why the run ended as it did, when that is not "all rows were called". */
  reason: z.string().optional(),
  /** Of a halted run. */
  haltedBy: haltedBySchema.optional(),
  total: z.number(),
  succeeded: z.number(),
  failed: z.number(),
  skipped: z.number(),
  /** Failed rows whose call may have been made, if any, and such rows that the last pass called again. */
  unknown: z.number().optional(),
  calledAgain: z.number().optional(),
  /** `passed` of `compared`; absent when no row was scored and none has an expected answer. See core/pass-rate. */
  passRate: z.number().optional(),
  /** 95 %, with rows as units: trials of a row are taken together. How: docs/statistics.md */
  passRateInterval: interval.optional(),
  passed: z.number().optional(),
  compared: z.number().optional(),
  passedBy: z.enum(['scores', 'expected']).optional(),
  /** By evaluator, and `human` where people scored. Means are of the rows that it scored. */
  scores: z
    .record(z.string(), z.object({ mean: z.number(), scored: z.number(), passed: z.number(), errors: z.number() }))
    .optional(),
  /** Of rows with scores: the mean of what evaluators gave them by their weights, over all rows. */
  score: z.number().optional(),
  /** How far people and an evaluator agree on the rows that both scored. */
  agreement: z.record(z.string(), agreementSchema).optional(),
  /** Where rows were called several times: how often a row passes. See core/statistics/trials. */
  trials: z
    .object({
      rows: z.number(),
      trials: z.number(),
      alwaysRight: z.number(),
      flaky: z.number(),
      alwaysWrong: z.number(),
      passAtK: z.array(z.number()),
      passHatK: z.array(z.number()),
      passAtKIntervals: z.array(interval).optional(),
      passHatKIntervals: z.array(interval).optional(),
      /** Variance between rows and between trials of a row, and which to add for a narrower interval. */
      variance: z
        .object({
          rows: z.number(),
          trials: z.number(),
          narrowerByRows: z.number(),
          narrowerByTrials: z.number(),
          add: z.enum(['rows', 'rows or trials']),
        })
        .optional(),
      /** The pass rate of each trial over all rows, and the standard deviation between them. */
      passRates: z.array(z.number()),
      spread: z.number(),
    })
    .optional(),
  /** Of a target that answers for several models at once: each of them, by name. Rows are counted once, answers by model. */
  variants: z
    .array(
      z.object({
        name: z.string(),
        rows: z.number(),
        failed: z.number(),
        passed: z.number(),
        compared: z.number(),
        latencyMeanMs: z.number().optional(),
        tokens: z.number(),
        costUsd: z.number(),
        priced: z.number(),
      }),
    )
    .optional(),
  /** Rows that were answered and did not pass. */
  wrong: z.number().optional(),
  latencyMs: z.object({ mean: z.number(), p50: z.number(), p95: z.number(), p99: z.number() }).partial(),
  /** 95 %; missing where there are too few rows for one. */
  latencyIntervals: z.object({ p50: interval, p95: interval, p99: interval }).partial().optional(),
  tokens: z.object({ prompt: z.number(), completion: z.number(), total: z.number() }),
  costUsd: z.number(),
  /** Rows whose cost is known: with none of them, `costUsd` says nothing. */
  priced: z.number(),
  /** What judges and functions have cost; `costUsd` is that of the rows. */
  scoringCostUsd: z.number().optional(),
  /** Since the run began, the time between a run and its retry included. */
  durationMs: z.number(),
  /** How long the last execution has worked (the run, or a retry, resume or score), and all of them. */
  workMs: z.number(),
  totalWorkMs: z.number(),
  /** Calls of all attempts, those that the target turned away for its rate, and the time rows waited for it. */
  bulkCallsMade: z.number(),
  individualCallsMade: z.number(),
  throttled: z.number(),
  waitedMs: z.number(),
  /** Failed rows by error class. */
  errors: z.record(z.string(), z.number()),
  /** The file that `export.enabled` asked for, or why there is none. */
  exportUri: z.string().optional(),
  exported: exportAnswerSchema.optional(),
  exportError: z.string().optional(),
});
export type Summary = z.output<typeof summarySchema>;

/** The summary as a run's record keeps it, and what lists show of it. */
export function recordedSummary(summary: Summary): Pick<RunRecord, 'summary' | 'figures'> {
  const { passRate, passed, wrong, latencyMs } = summary;
  const figures = { passRate, passed, wrong, p95Ms: latencyMs.p95 };
  const known = Object.entries(figures).filter(([, value]) => value !== undefined);
  return { summary: JSON.stringify(summary), figures: Object.fromEntries(known) };
}

/** The figures of a run that is over. */
export const summaryOf = ({ summary }: Pick<RunRecord, 'summary'>): Summary | undefined =>
  summary === undefined ? undefined : summarySchema.parse(JSON.parse(summary));

/** Of a run that called no row. */
export const NO_FIGURES = {
  total: 0,
  succeeded: 0,
  failed: 0,
  skipped: 0,
  latencyMs: {},
  tokens: { prompt: 0, completion: 0, total: 0 },
  costUsd: 0,
  priced: 0,
  bulkCallsMade: 0,
  individualCallsMade: 0,
  throttled: 0,
  waitedMs: 0,
  errors: {},
} satisfies Partial<Summary>;
