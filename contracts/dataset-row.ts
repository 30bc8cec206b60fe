import * as z from 'zod';
import type { TableColumns } from './table-columns.ts';

/** One row as ReadDataset unloads it: `input` and `metadata` are JSON text, as in the table. */
export const datasetRowSchema = z.object({
  sample_id: z.string(),
  row_index: z.coerce.number(),
  input: z.string().nullish(),
  expected: z.string().nullish(),
  metadata: z.string().nullish(),
  /** Which of its calls, where `executor.repeats` asks for several. */
  trial: z.coerce.number().optional(),
  /** Attempts this row has had in earlier executions of the same evaluation. */
  previous_attempts: z.coerce.number().default(0),
});
export type DatasetRow = z.output<typeof datasetRowSchema>;

/** A row may take this many bytes as JSON, so that it fits a state's payload beside the run's configuration. */
export const LARGEST_ROW_BYTES = 200 * 1024;

/** Columns of `evaluation_datasets`, in order; a new one goes last, `added`. Dataset-wide facts repeat on every row. */
export const DATASET_COLUMNS = {
  dataset_id: { id: 1, type: 'string' },
  sample_id: { id: 2, type: 'string' },
  row_index: { id: 3, type: 'long' },
  input: { id: 4, type: 'string' },
  expected: { id: 5, type: 'string' },
  metadata: { id: 6, type: 'string' },
  dataset_name: { id: 7, type: 'string' },
  dataset_version: { id: 8, type: 'int' },
  source_name: { id: 9, type: 'string' },
  /** JSON: format, columns in order, delimiter … what an exact export needs. On the first row alone: it is long. */
  source_format: { id: 10, type: 'string' },
  content_hash: { id: 11, type: 'string' },
  imported_at: { id: 12, type: 'timestamp' },
} as const satisfies TableColumns;
