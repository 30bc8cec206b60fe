import * as z from 'zod';
import { evaluatorsSchema } from '../evaluators.ts';
import { ROW_VERDICTS } from '../row-verdict.ts';
import { scoreSchema } from '../score.ts';

export const markRequestSchema = z.strictObject({
  verdict: z.enum(ROW_VERDICTS).describe('The verdict of a person'),
  note: z.string().max(2000).optional().describe('The reason'),
  trial: z.int().min(0).optional().describe('The trial, if the row has several. Default: 0, the first'),
  variant: z
    .string()
    .max(100)
    .optional()
    .describe('The variant, if the target answers for several models. Default: the first'),
});
export const markedRowSchema = z.object({ row: z.number(), human: scoreSchema });

export const scoreRequestSchema = z.strictObject({
  evaluators: evaluatorsSchema.optional().describe('Default: the evaluators of the run'),
});
export const scoringSchema = z.object({ evaluationId: z.string(), status: z.literal('pending') });
