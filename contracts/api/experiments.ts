import * as z from 'zod';
import { RUN_STATUSES } from '../../domain/run-records/run-record.ts';
import { agreementSchema, interval } from '../summary.ts';
import { cursorSchema } from './answer.ts';

export const experimentParamsSchema = z.object({
  id: z
    .string()
    .min(1)
    .max(256)
    .describe('The experiment’s experimentId, or a run whose target answers for several models'),
});

/** An experiment: the runs that name it. */
export const experimentSchema = z.object({
  experimentId: z.string(),
  startedAt: z.string().describe('Of its first run'),
  variants: z.array(
    z.object({
      name: z.string(),
      evaluationId: z.string().describe('Of the newest run of this target'),
      status: z.enum(RUN_STATUSES),
      datasetId: z.string(),
      total: z.number(),
      passRate: z.number().optional(),
      costUsd: z.number(),
      priced: z.number().optional().describe('Rows whose cost is known: with none of them, costUsd says nothing'),
    }),
  ),
});
export type Experiment = z.output<typeof experimentSchema>;

export const experimentsQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: cursorSchema,
});

export const experimentListSchema = z.object({ experiments: z.array(experimentSchema), cursor: z.string().optional() });

export const comparisonQuerySchema = z.strictObject({
  baseline: z.string().max(256).optional().describe('A variant, or a run. Default: the first that was run'),
  cluster: z
    .string()
    .max(256)
    .optional()
    .describe('Rows with the same value in this column belong together. Default: thread_id, where there is one'),
});

const verdict = z.enum(['better', 'worse', 'cannot tell']);
const effect = z.object({
  pairs: z.number(),
  difference: z.number(),
  interval: interval.optional(),
  alpha: z.number().describe('How often the interval may miss the truth: 0.05, less where more is asked at once'),
  p: z.number(),
  adjustedP: z.number(),
  wins: z.number(),
  ties: z.number(),
  losses: z.number(),
  unanswered: z.number(),
  winShare: z.number().optional(),
  winShareInterval: interval.optional(),
  effectSize: z.number().optional(),
  visibleDifference: z.number().optional(),
  rowsNeeded: z.number().optional(),
  verdict,
  otherWay: z
    .object({
      errors: z.enum(['left out', 'as failures']),
      pairs: z.number(),
      difference: z.number(),
      interval: interval.optional(),
      adjustedP: z.number(),
      verdict,
    })
    .optional()
    .describe('Where calls ended in an error: the figure with errors counted the other way'),
  disagrees: z.boolean().optional().describe('The verdict depends on how errors count'),
});

/** What `rollcall compare` gives. */
export const comparisonSchema = z.object({
  baseline: z.string(),
  headline: z.string().describe('The most important finding, short enough for a heading'),
  findings: z.array(z.string()).describe('In plain words, the most important first'),
  leftOut: z.array(z.string()).describe('What was left out because not all variants have it'),
  variants: z.array(
    z.object({
      name: z.string(),
      evaluationId: z.string(),
      rows: z.number(),
      answered: z.number(),
      failed: z.number(),
      skipped: z.number(),
      passed: z.number(),
      compared: z.number(),
      passRate: z.number().optional(),
      passRateInterval: interval.optional(),
      scores: z.record(z.string(), z.object({ mean: z.number(), scored: z.number(), interval: interval.optional() })),
      agreement: z
        .record(z.string(), agreementSchema)
        .optional()
        .describe('By evaluator: how far people agree with it'),
      latencyMs: z.object({ mean: z.number().optional(), p50: z.number().optional(), p95: z.number().optional() }),
      latencyIntervals: z.object({ p50: interval, p95: interval }).partial().optional(),
      tokens: z.number(),
      costUsd: z.number().optional(),
    }),
  ),
  unfinished: z
    .array(z.object({ name: z.string(), rows: z.number(), planned: z.number() }))
    .optional()
    .describe('Variants whose run is in progress. Intervals then hold however often one looks'),
  differences: z.array(
    z.object({
      variant: z.string(),
      baseline: z.string(),
      passRate: effect.optional(),
      passRates: z
        .object({ variant: z.number(), baseline: z.number() })
        .optional()
        .describe('Of each, over the rows that both have'),
      mcnemar: z.object({ onlyVariant: z.number(), onlyBaseline: z.number(), p: z.number() }).optional(),
      scores: z.record(z.string(), effect),
      worse: z.array(z.string()).describe('Rows that both answered and that passed in the baseline alone'),
      better: z.array(z.string()),
      errors: z
        .object({ variant: z.number(), baseline: z.number() })
        .describe('Rows that only the one has no answer to'),
      skipped: z.number().describe('Rows that one of the two never called'),
      ungraded: z.number().describe('Rows that one of the two never graded'),
      costs: z
        .object({ rows: z.number(), variant: z.number(), baseline: z.number() })
        .optional()
        .describe('What a row costs on average, over the called rows whose cost both know'),
      verdict: z.enum([...verdict.options, 'not compared']),
      headline: z.string(),
    }),
  ),
  ranking: z
    .array(
      z.object({
        name: z.string(),
        rank: z.number().describe('Variants that cannot be told apart share one'),
        tied: z.array(z.string()),
        strength: z.number(),
        winShare: z.number(),
        winShareInterval: interval,
      }),
    )
    .optional(),
  changed: z
    .array(
      z.object({
        sampleId: z.string(),
        rowIndex: z.number(),
        variant: z.string(),
        change: z.enum(['worse', 'better']),
        expected: z.string().nullable(),
        baselineAnswer: z.string().nullable(),
        variantAnswer: z.string().nullable(),
      }),
    )
    .describe('Both answers of rows that changed, those that got worse first'),
});
export type ExperimentComparison = z.output<typeof comparisonSchema>;
