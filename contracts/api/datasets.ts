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
  format: z.enum(['csv', 'jsonl', 'json']).optional().describe('Default: by the file’s name, or its content'),
  delimiter: z.string().length(1).optional().describe('Of CSV. Default: detected'),
  idColumn: column.optional().describe('Identifies a row; its values must all differ'),
  expectedColumn: z
    .union([column, z.literal(false)])
    .optional()
    .describe('Holds the expected answer; false: none does. Default: expected, expected_output'),
  jsonColumns: z.array(column).max(1000).optional().describe('Columns whose text is JSON'),
  onBadCell: z.enum(['fail', 'keep-text', 'null']).optional().describe('What becomes of a cell of these that is none'),
  fields: z.array(column).max(1000).optional().describe('Input fields of the target; other columns become metadata'),
  map: z.record(column, column).optional().describe('Which column feeds a field, where the names do not say'),
});

export const newUploadSchema = z.strictObject({
  fileName: z.string().trim().min(1).max(256).describe('Its extension tells the format'),
});
export const uploadSchema = z.object({
  uploadId: z.string(),
  url: z.string().describe('PUT the file here, as it is, without a key'),
  expiresAt: z.string().describe('Until then'),
});

const sourceShape = {
  uploadId: z.uuid().optional().describe('A file that was sent to the url of an upload'),
  rows: z.array(rowSchema).min(1).optional().describe('Rows themselves, instead of a file'),
  ...readOptionsSchema.shape,
};
const isOneSource = ({ uploadId, rows }: { uploadId?: string; rows?: unknown }): boolean =>
  (uploadId === undefined) !== (rows === undefined);
const ONE_SOURCE = 'give uploadId or rows';

export const previewRequestSchema = z
  .strictObject({ ...sourceShape, limit: z.int().min(1).max(100).default(20).describe('Rows to show') })
  .refine(isOneSource, ONE_SOURCE);
export const newDatasetSchema = z
  .strictObject({
    ...sourceShape,
    name: z.string().trim().min(1).max(256).optional().describe('Default: the file’s name without its extension'),
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
  unmapped: z.array(z.string()).describe('Columns that feed no field: metadata'),
  missing: z.array(z.string()).describe('Fields that no column feeds'),
  jsonata: z.string().describe('The input mapping for the target'),
});

export const datasetPreviewSchema = z.object({
  format: z.enum(['csv', 'jsonl', 'json', 'rows']),
  encoding: z.string(),
  delimiter: z.string().optional(),
  columns: z.array(sourceColumnSchema.extend({ type: z.string() })),
  rows: z.number(),
  sample: z
    .array(rowSchema)
    .describe('The first rows: texts of a table, values of JSON; where a cell is long, its beginning'),
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
  created: z.boolean().describe('False: the same content was imported in the same way before; this is that dataset'),
  contentHash: z.string(),
  columns: z.array(sourceColumnSchema),
  mapping: columnMappingSchema.optional(),
  warnings: z.array(z.string()),
});
export type ImportedDataset = z.output<typeof importedDatasetSchema>;

/** Work on a dataset that may take longer than a request. */
export const importSchema = z.object({
  importId: z.string(),
  status: z.enum(['running', 'done', 'failed']).describe('Running: ask again with GET imports/{id}'),
  preview: datasetPreviewSchema.optional().describe('Of a preview that is done'),
  dataset: importedDatasetSchema.optional().describe('Of an import that is done'),
  deleted: z.string().optional().describe('The dataset that is gone'),
  error: z
    .object({ code: z.string(), message: z.string(), details: z.unknown().optional() })
    .optional()
    .describe('Why it failed'),
});
export type DatasetImport = z.output<typeof importSchema>;

export const importParamsSchema = z.object({ id: z.uuid().describe('The importId') });
