import * as z from 'zod';
import { HUMAN } from './human.ts';

/** What every evaluator has. */
export const evaluatorFields = {
  name: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,39}$/, 'name may hold 40 letters, digits, "-" and "_", and begins with a letter')
    .refine((name) => name !== HUMAN, `${HUMAN} is what people say; choose another name`)
    .optional()
    .describe('The name of its score. Default: its type'),
  required: z.boolean().default(true).describe('A row passes only if this evaluator passes it'),
  weight: z.number().positive().max(1000).default(1).describe('Its part in the score of the whole row'),
};

export const share = z.number().min(0).max(1);
export const passAt = (mark: number) => share.default(mark).describe('Scores of this and above pass');
