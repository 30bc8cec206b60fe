import * as z from 'zod';
import { nameSchema } from '../ids.ts';

export const configParamsSchema = z.object({ id: nameSchema('id').describe('Name of the configuration') });

/** A stored configuration. */
export const configSchema = z.object({
  configId: z.string(),
  config: z.unknown().describe('The configuration as stored; see docs/configuration.md'),
  version: z.number().describe('Version for If-Match'),
  updatedAt: z.string().optional(),
});

export const configListSchema = z.object({ configs: z.array(configSchema.omit({ config: true })) });
export const deletedConfigSchema = z.object({ configId: z.string(), deleted: z.literal(true) });
