import type { DatasetRow } from '../../contracts/dataset-row.ts';
import type { CheckedItems } from './check-items.ts';

/** The items of a batch as rows of a dataset, one JSON object a line. An item is known by its index in the request. */
export const itemLines = (items: CheckedItems['valid']): string => items.map(line).join('');

function line({ index, input }: CheckedItems['valid'][number]): string {
  const row: DatasetRow = {
    sample_id: String(index),
    row_index: index,
    input: JSON.stringify(input),
    previous_attempts: 0,
  };
  return `${JSON.stringify(row)}\n`;
}
