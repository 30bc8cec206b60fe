import * as z from 'zod';
import { nameSchema } from '../ids.ts';

export const configParamsSchema = z.object({ id: nameSchema('id').describe('The configuration’s name') });

/** A stored configuration. */
export const configSchema = z.object({
  configId: z.string(),
  config: z.unknown().describe('As it was stored; see docs/configuration.md'),
  version: z.number().describe('What If-Match is checked against'),
  updatedAt: z.string().optional(),
});

export const configListSchema = z.object({ configs: z.array(configSchema.omit({ config: true })) });
export const deletedConfigSchema = z.object({ configId: z.string(), deleted: z.literal(true) });
