import * as z from 'zod';
import { evaluationIdSchema } from './ids.ts';

/** What ScoreRows invokes `functions/row-scorer` with. */
export const scorerEventSchema = z.object({
  evaluationId: evaluationIdSchema,
  /** The pass of the run: each is scored anew. */
  scoringId: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  /** Where an invocation that ran out of time left off. */
  resume: z.object({ part: z.int(), row: z.int() }).nullish(),
  /** Runs of judges and functions that this execution has waited for. */
  asked: z.array(z.string()).default([]),
  /** A pass that only scores: whoever started it wants to have asked, also about a run that was cancelled. */
  isOnly: z.boolean().default(false),
});
export type ScorerEvent = z.output<typeof scorerEventSchema>;

export type ScorerAnswer =
  | { readonly outcome: 'done'; readonly scored: number }
  /** A run of ours is to be carried out before rows can be scored. */
  | { readonly outcome: 'ask'; readonly judgeRun: string }
  | { readonly outcome: 'wait'; readonly seconds: number; readonly resume: { part: number; row: number } };

/** One line of the table of scores. */
export interface ScoredRow {
  readonly sample_id: string;
  /** JSON text of the scores by evaluator. */
  readonly scores: string | null;
  readonly passed: boolean | null;
  readonly trial: number;
  readonly variant: string;
}
