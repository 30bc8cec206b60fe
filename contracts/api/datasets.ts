import * as z from 'zod';
import { nameSchema } from '../ids.ts';

export const datasetParamsSchema = z.object({ id: nameSchema('id').describe('The dataset’s datasetId') });

export const datasetSchema = z.object({
  datasetId: z.string(),
  rows: z.number(),
  name: z.string().optional(),
  version: z.number().optional(),
  sourceName: z.string().optional(),
  contentHash: z.string().optional(),
  importedAt: z.string().optional(),
});
export type Dataset = z.output<typeof datasetSchema>;
export const datasetListSchema = z.object({ datasets: z.array(datasetSchema) });

export const datasetRowsQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100).describe('The first so many rows'),
});
export const datasetRowsSchema = z.object({
  rows: z.array(
    z.object({
      sampleId: z.string(),
      rowIndex: z.number(),
      input: z.unknown(),
      expected: z.string().optional(),
      metadata: z.unknown().optional(),
    }),
  ),
});
export type DatasetRowView = z.output<typeof datasetRowsSchema>['rows'][number];
