import * as z from 'zod';

/** How values are spread: `counts` of steps of the same `width`, from `low` up. */
const barsSchema = z.object({ low: z.number(), width: z.number(), counts: z.array(z.number()) });
export type Bars = z.output<typeof barsSchema>;

const groupSchema = z.object({
  name: z.string(),
  title: z.string().describe('The line that names the problem, with … where the rows differ'),
  message: z.string().describe('Of the first row'),
  count: z.number(),
  rows: z.array(z.number()).describe('The first few'),
  hint: z.string().optional().describe('What can be done about it'),
});

export const runChartsSchema = z.object({
  latencyMs: barsSchema.describe('This, costUsd and scores: of the rows that were answered'),
  costUsd: barsSchema,
  costOverTime: z
    .array(z.object({ at: z.string(), costUsd: z.number() }))
    .describe('What the rows had cost together at moments of the run'),
  checked: z
    .object({ passed: z.number(), wrong: z.number() })
    .describe('Rows that were answered and have been checked so far'),
  scores: z.record(z.string(), barsSchema).describe('By evaluator, from 0 to 1'),
  errors: z.array(groupSchema).describe('Rows without an answer by reason, the most frequent first'),
  failures: z
    .array(groupSchema)
    .describe('Answers that failed by the evaluator’s reason, or by what was expected and answered instead'),
  segments: z
    .array(
      z.object({
        column: z.string(),
        values: z.array(z.object({ value: z.string(), rows: z.number(), compared: z.number(), passed: z.number() })),
      }),
    )
    .describe('Rows by the values of a metadata column, for columns with a few values'),
});
export type RunCharts = z.output<typeof runChartsSchema>;
