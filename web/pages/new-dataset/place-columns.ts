import type { DatasetPreview } from '../../../contracts/api/datasets.ts';
import type { ReadOptions } from '../../api/datasets.ts';

export type Place = DatasetPreview['columns'][number]['place'];

type Columns = readonly Pick<DatasetPreview['columns'][number], 'name' | 'place'>[];

/** The columns as they are chosen to be, before the file is read again that way. */
export const placesOf = (columns: Columns, { expectedColumn, fields }: ReadOptions): Columns =>
  columns.map(({ name, place }) => {
    if (name === expectedColumn) return { name, place: 'expected' };
    if (expectedColumn === undefined && place === 'expected') return { name, place };
    return { name, place: fields && !fields.includes(name) ? 'metadata' : 'input' };
  });

/** The options that put a column in its place; a second expected answer takes the place of the first. */
export function placeColumn(columns: Columns, name: string, place: Place): ReadOptions {
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
export const isLastInput = (columns: Columns, name: string): boolean =>
  columns.filter((column) => column.place === 'input').every((column) => column.name === name);
