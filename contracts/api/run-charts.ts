import * as z from 'zod';

/** How values are spread: `counts` of steps of the same `width`, from `low` up. */
const barsSchema = z.object({ low: z.number(), width: z.number(), counts: z.array(z.number()) });
export type Bars = z.output<typeof barsSchema>;

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
  errors: z
    .array(
      z.object({
        name: z.string(),
        title: z.string().describe('The line that names the problem, with … where the rows differ'),
        message: z.string().describe('Of the first row'),
        count: z.number(),
        rows: z.array(z.number()).describe('The first few'),
        hint: z.string().optional().describe('What can be done about it'),
      }),
    )
    .describe('Failed rows by reason, the most frequent first'),
});
export type RunCharts = z.output<typeof runChartsSchema>;
