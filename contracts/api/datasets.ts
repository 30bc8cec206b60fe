import * as z from 'zod';
import { nameSchema } from '../ids.ts';

export const datasetParamsSchema = z.object({ id: nameSchema('id').describe('The datasetId') });

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
  limit: z.coerce.number().int().min(1).max(500).default(100).describe('Number of rows'),
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

/** A row by the names of its columns. `z.record` would drop one that is named `__proto__`. */
const rowSchema = z
  .custom<Readonly<Record<string, unknown>>>(
    (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
    'must be an object: { column: value }',
  )
  .meta({ type: 'object' });

const column = z.string().min(1).max(256);

/** How a file is read; the names of `rollcall dataset import`. */
export const readOptionsSchema = z.object({
  format: z.enum(['csv', 'jsonl', 'json']).optional().describe('Default: detected'),
  delimiter: z.string().length(1).optional().describe('Delimiter of a CSV file. Default: detected'),
  idColumn: column.optional().describe('Column that identifies a row; its values must be unique'),
  expectedColumn: z
    .union([column, z.literal(false)])
    .optional()
    .describe('Column with the expected answer, or false for none. Default: expected or expected_output'),
  jsonColumns: z.array(column).max(1000).optional().describe('Columns to parse as JSON'),
  onBadCell: z.enum(['fail', 'keep-text', 'null']).optional().describe('What to do with invalid JSON in such a column'),
  fields: z.array(column).max(1000).optional().describe('Input fields of the target; other columns become metadata'),
  map: z.record(column, column).optional().describe('Column by field, where their names differ'),
});

export const newUploadSchema = z.strictObject({
  fileName: z.string().trim().min(1).max(256).describe('File name; its extension determines the format'),
});
export const uploadSchema = z.object({
  uploadId: z.string(),
  url: z.string().describe('PUT the file to this URL, without a key'),
  expiresAt: z.string().describe('When the URL expires'),
});

const sourceShape = {
  uploadId: z.uuid().optional().describe('An upload whose file has been sent'),
  rows: z.array(rowSchema).min(1).optional().describe('Rows, instead of a file'),
  ...readOptionsSchema.shape,
};
const isOneSource = ({ uploadId, rows }: { uploadId?: string; rows?: unknown }): boolean =>
  (uploadId === undefined) !== (rows === undefined);
const ONE_SOURCE = 'give uploadId or rows';

export const previewRequestSchema = z
  .strictObject({ ...sourceShape, limit: z.int().min(1).max(100).default(20).describe('Number of rows to show') })
  .refine(isOneSource, ONE_SOURCE);
export const newDatasetSchema = z
  .strictObject({
    ...sourceShape,
    name: z.string().trim().min(1).max(256).optional().describe('Default: the file name without its extension'),
  })
  .refine(isOneSource, ONE_SOURCE);

const sourceColumnSchema = z.object({
  name: z.string(),
  place: z.enum(['input', 'metadata', 'expected']),
  json: z.literal(true).optional(),
  id: z.literal(true).optional(),
});
const columnMappingSchema = z.object({
  pairs: z.array(z.object({ field: z.string(), column: z.string() })),
  unmapped: z.array(z.string()).describe('Columns that feed no field and become metadata'),
  missing: z.array(z.string()).describe('Fields without a column'),
  jsonata: z.string().describe('Input mapping for the target'),
});

export const datasetPreviewSchema = z.object({
  format: z.enum(['csv', 'jsonl', 'json', 'rows']),
  encoding: z.string(),
  delimiter: z.string().optional(),
  columns: z.array(sourceColumnSchema.extend({ type: z.string() })),
  rows: z.number(),
  sample: z.array(rowSchema).describe('The first rows, with long cells cut'),
  mapping: columnMappingSchema.optional(),
  warnings: z.array(z.string()),
  contentHash: z.string(),
});
export type DatasetPreview = z.output<typeof datasetPreviewSchema>;

export const importedDatasetSchema = z.object({
  datasetId: z.string(),
  name: z.string(),
  version: z.number(),
  rows: z.number(),
  created: z.boolean().describe('False if the same content was already imported; this is the existing dataset'),
  contentHash: z.string(),
  columns: z.array(sourceColumnSchema),
  mapping: columnMappingSchema.optional(),
  warnings: z.array(z.string()),
});
export type ImportedDataset = z.output<typeof importedDatasetSchema>;

/** Work on a dataset that may take longer than a request. */
export const importSchema = z.object({
  importId: z.string(),
  status: z.enum(['running', 'done', 'failed']).describe('While running, poll GET imports/{id}'),
  preview: datasetPreviewSchema.optional().describe('The finished preview'),
  dataset: importedDatasetSchema.optional().describe('The new dataset, once it is done'),
  deleted: z.string().optional().describe('The deleted dataset'),
  error: z
    .object({ code: z.string(), message: z.string(), details: z.unknown().optional() })
    .optional()
    .describe('The error, if it failed'),
});
export type DatasetImport = z.output<typeof importSchema>;

export const importParamsSchema = z.object({ id: z.uuid().describe('The importId') });
