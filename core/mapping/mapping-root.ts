import type { DatasetRow } from '../../contracts/dataset-row.ts';
import { fromColumn } from '../json.ts';

/** What a mapping sees of its row. */
export const mappingRoot = (row: DatasetRow) => ({
  sample_id: row.sample_id,
  row_index: row.row_index,
  input: fromColumn(row.input),
  expected: row.expected ?? undefined,
  metadata: fromColumn(row.metadata),
});
