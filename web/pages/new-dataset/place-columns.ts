import type { DatasetPreview } from '../../../contracts/api/datasets.ts';
import type { ReadOptions } from '../../api/datasets.ts';

export type Place = DatasetPreview['columns'][number]['place'];

/** The options that put a column in its place; a second expected answer takes the place of the first. */
export function placeColumn(columns: DatasetPreview['columns'], name: string, place: Place): ReadOptions {
  const placed = columns.map((column) => {
    if (column.name === name) return { ...column, place };
    return place === 'expected' && column.place === 'expected' ? { ...column, place: 'input' as const } : column;
  });
  const named = (wanted: Place) => placed.filter((column) => column.place === wanted).map((column) => column.name);
  const [expected] = named('expected');
  return {
    expectedColumn: expected ?? false,
    fields: named('metadata').length > 0 ? named('input') : undefined,
  };
}

/** A row has an input: the last column of it stays. */
export const isLastInput = (columns: DatasetPreview['columns'], name: string): boolean =>
  columns.filter((column) => column.place === 'input').every((column) => column.name === name);
