import * as z from 'zod';
import { targetSchema } from '../target.ts';
import { targetSlugSchema } from '../target-slug.ts';

export const targetParamsSchema = z.object({
  integration: targetSlugSchema('integration'),
  action: targetSlugSchema('action'),
});

/** A target as it is kept, defaults filled in. */
export const targetAnswerSchema = z.intersection(
  targetSchema,
  z.object({ version: z.number(), updatedAt: z.string() }),
);
