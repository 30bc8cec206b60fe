import * as z from 'zod';
import { RUN_STATUSES } from '../../domain/run-records/run-record.ts';
import { agreementSchema, interval } from '../summary.ts';
import { cursorSchema } from './answer.ts';

export const experimentParamsSchema = z.object({
  id: z.string().min(1).max(256).describe('An experimentId, or a run whose target answers for several models'),
});

/** An experiment: the runs that name it. */
export const experimentSchema = z.object({
  experimentId: z.string(),
  startedAt: z.string().describe('Start of the first run'),
  variants: z.array(
    z.object({
      name: z.string(),
      evaluationId: z.string().describe('The newest run of this target'),
      status: z.enum(RUN_STATUSES),
      datasetId: z.string(),
      total: z.number(),
      passRate: z.number().optional(),
      costUsd: z.number(),
      priced: z.number().optional().describe('Rows with a known cost. If 0, costUsd is unknown'),
    }),
  ),
});
export type Experiment = z.output<typeof experimentSchema>;

export const experimentsQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  cursor: cursorSchema,
});

export const experimentListSchema = z.object({ experiments: z.array(experimentSchema), cursor: z.string().optional() });
export type ExperimentList = z.output<typeof experimentListSchema>;

export const comparisonQuerySchema = z.strictObject({
  baseline: z.string().max(256).optional().describe('A variant or run. Default: the oldest'),
  cluster: z
    .string()
    .max(256)
    .optional()
    .describe('Column whose equal values form one unit. Default: thread_id, if present'),
});

const verdict = z.enum(['better', 'worse', 'cannot tell']);
const effect = z.object({
  pairs: z.number(),
  difference: z.number(),
  interval: interval.optional(),
  alpha: z.number().describe('Error probability of the interval: 0.05, or less with several comparisons'),
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
    .describe('If there were errors, the figure with errors counted the other way'),
  disagrees: z.boolean().optional().describe('Whether the verdict depends on how errors are counted'),
});

/** What `rollcall compare` gives. */
export const comparisonSchema = z.object({
  baseline: z.string(),
  headline: z.string().describe('The most important finding, as a heading'),
  findings: z.array(z.string()).describe('Findings in plain words, the most important first'),
  leftOut: z.array(z.string()).describe('What was excluded because not all variants have it'),
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
      agreement: z.record(z.string(), agreementSchema).optional().describe('Agreement with people, by evaluator'),
      latencyMs: z.object({ mean: z.number().optional(), p50: z.number().optional(), p95: z.number().optional() }),
      latencyIntervals: z.object({ p50: interval, p95: interval }).partial().optional(),
      tokens: z.number(),
      costUsd: z.number().optional(),
    }),
  ),
  unfinished: z
    .array(z.object({ name: z.string(), rows: z.number(), planned: z.number() }))
    .optional()
    .describe('Variants whose run is in progress. Their intervals are valid however often you look'),
  differences: z.array(
    z.object({
      variant: z.string(),
      baseline: z.string(),
      passRate: effect.optional(),
      passRates: z.object({ variant: z.number(), baseline: z.number() }).optional().describe('Of each, on shared rows'),
      mcnemar: z.object({ onlyVariant: z.number(), onlyBaseline: z.number(), p: z.number() }).optional(),
      scores: z.record(z.string(), effect),
      worse: z.array(z.string()).describe('Rows that both answered and only the baseline passed'),
      better: z.array(z.string()),
      errors: z
        .object({ variant: z.number(), baseline: z.number() })
        .describe('Rows that only one of the two answered'),
      skipped: z.number().describe('Rows that one of the two skipped'),
      ungraded: z.number().describe('Rows that one of the two did not grade'),
      costs: z
        .object({ rows: z.number(), variant: z.number(), baseline: z.number() })
        .optional()
        .describe('Average cost per row, for called rows whose cost both know'),
      verdict: z.enum([...verdict.options, 'not compared']),
      headline: z.string(),
    }),
  ),
  ranking: z
    .array(
      z.object({
        name: z.string(),
        rank: z.number().describe('Variants without a significant difference share a rank'),
        tied: z.array(z.string()),
        strength: z.number(),
        winShare: z.number(),
        winShareInterval: interval,
      }),
    )
    .optional(),
  models: z
    .array(
      z.object({
        name: z.string().describe('Of the variant'),
        provider: z.string(),
        model: z.string(),
        promptHash: z.string().optional(),
        prompts: z.array(z.string()).describe('Templates: the system prompt, then the prompt or all messages'),
        parameters: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .optional()
    .describe('Of variants that are models'),
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
    .describe('Both answers of changed rows, worse rows first'),
});
export type ExperimentComparison = z.output<typeof comparisonSchema>;
