import * as z from 'zod';

/** One row as ReadDataset unloads it: `input` and `metadata` are JSON text, as in the table. */
export const datasetRowSchema = z.object({
  sample_id: z.string(),
  row_index: z.coerce.number(),
  input: z.string().nullish(),
  expected: z.string().nullish(),
  metadata: z.string().nullish(),
  /** Attempts this row has had in earlier executions of the same evaluation. */
  previous_attempts: z.coerce.number().default(0),
});
export type DatasetRow = z.output<typeof datasetRowSchema>;

/** A row may take this many bytes as JSON, so that it fits a state's payload beside the run's configuration. */
export const LARGEST_ROW_BYTES = 200 * 1024;

/** Columns of `evaluation_datasets`, in order, with their Iceberg types. Dataset-wide facts repeat on every row. */
export const DATASET_COLUMNS = {
  dataset_id: 'string',
  sample_id: 'string',
  row_index: 'long',
  input: 'string',
  expected: 'string',
  metadata: 'string',
  dataset_name: 'string',
  dataset_version: 'int',
  source_name: 'string',
  /** JSON: format, columns in order, delimiter … what an exact export needs. On the first row alone: it is long. */
  source_format: 'string',
  content_hash: 'string',
  imported_at: 'timestamp',
} as const;
