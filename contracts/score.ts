import * as z from 'zod';

/** What one evaluator said of one answer. An error is neither pass nor fail. */
export const scoreSchema = z.union([
  z.object({
    score: z.number().min(0).max(1),
    passed: z.boolean(),
    reason: z.string().optional(),
    costUsd: z.number().optional(),
    /** Of a person's score: who said so, and when. */
    by: z.string().optional(),
    at: z.string().optional(),
  }),
  z.object({ error: z.string() }),
]);
export type Score = z.output<typeof scoreSchema>;

/** The column `scores`: by evaluator. */
export const scoresSchema = z.record(z.string(), scoreSchema);
export type Scores = z.output<typeof scoresSchema>;

/** An answer as evaluators see it. */
export interface ScoredAnswer {
  readonly sample_id: string;
  readonly row_index: number;
  readonly input: unknown;
  readonly expected?: string;
  readonly metadata: unknown;
  readonly actual: string;
  readonly response: unknown;
  readonly latency_ms?: number;
  readonly cost_usd?: number;
  /** In a monitor: the mapped fields. */
  readonly data?: Readonly<Record<string, unknown>>;
}
