import * as z from 'zod';
import { previewRequestSchema, readOptionsSchema } from './api/datasets.ts';
import { datasetIdSchema } from './ids.ts';
import { tenantSchema } from './tenant-schema.ts';

const common = { importId: z.uuid(), tenant: tenantSchema };
const read = { ...common, fileId: z.uuid(), options: readOptionsSchema };

/** What `functions/dataset-importer` is invoked with. */
export const importerEventSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('preview'), ...read, limit: previewRequestSchema.shape.limit }),
  z.object({ action: z.literal('store'), ...read, name: z.string().optional() }),
  z.object({ action: z.literal('delete'), ...common, datasetId: datasetIdSchema }),
]);
export type ImporterEvent = z.output<typeof importerEventSchema>;
