import * as z from 'zod';
import { evaluatorsSchema } from '../evaluators.ts';
import { ROW_VERDICTS } from '../row-verdict.ts';
import { scoreSchema } from '../score.ts';

export const markRequestSchema = z.strictObject({
  verdict: z.enum(ROW_VERDICTS).describe('What a person says of the answer'),
  note: z.string().max(2000).optional().describe('Why'),
  trial: z.int().min(0).optional().describe('Of a row that was called several times: which. Default: 0, the first'),
  variant: z
    .string()
    .max(100)
    .optional()
    .describe('Of a target that answers for several models: which. Default: the first'),
});
export const markedRowSchema = z.object({ row: z.number(), human: scoreSchema });

export const scoreRequestSchema = z.strictObject({
  evaluators: evaluatorsSchema.optional().describe('Default: those of the run'),
});
export const scoringSchema = z.object({ evaluationId: z.string(), status: z.literal('pending') });
