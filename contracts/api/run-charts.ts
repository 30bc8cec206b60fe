import * as z from 'zod';

/** How values are spread: `counts` of steps of the same `width`, from `low` up. */
const barsSchema = z.object({ low: z.number(), width: z.number(), counts: z.array(z.number()) });
export type Bars = z.output<typeof barsSchema>;

const groupSchema = z.object({
  name: z.string(),
  title: z.string().describe('The problem, with … where rows differ'),
  message: z.string().describe('The message of the first row'),
  count: z.number(),
  rows: z.array(z.number()).describe('The first row numbers'),
  hint: z.string().optional().describe('The next step'),
});

export const runChartsSchema = z.object({
  latencyMs: barsSchema.describe('Like costUsd and scores, only of answered rows'),
  costUsd: barsSchema,
  costOverTime: z.array(z.object({ at: z.string(), costUsd: z.number() })).describe('Total cost over time'),
  checked: z.object({ passed: z.number(), wrong: z.number() }).describe('Answered rows that have been graded so far'),
  scores: z.record(z.string(), barsSchema).describe('Scores from 0 to 1 by evaluator'),
  errors: z.array(groupSchema).describe('Errors by reason, the most frequent first'),
  failures: z.array(groupSchema).describe('Failed answers by the evaluator’s reason, or by expected and actual answer'),
  segments: z
    .array(
      z.object({
        column: z.string(),
        values: z.array(z.object({ value: z.string(), rows: z.number(), compared: z.number(), passed: z.number() })),
      }),
    )
    .describe('Rows by value of a metadata column, for columns with few values'),
});
export type RunCharts = z.output<typeof runChartsSchema>;
