import type { Column, TableInput } from './request.ts';

const ID = 'iceberg.field.id';

export const isIcebergInput = ({ Parameters }: TableInput): boolean =>
  Parameters?.table_type?.toUpperCase() === 'ICEBERG';

/**
 * Glue says of an Iceberg table's columns which fields of its schema they are; clients take those that are current. A
 * column keeps its id from one version of the table to the next, and a new one gets an id that none had before.
 */
export function withFieldIds(input: TableInput, before?: TableInput): TableInput {
  const columns = input.StorageDescriptor?.Columns;
  if (!columns || !isIcebergInput(input)) return input;
  const earlier = before?.StorageDescriptor?.Columns ?? [];
  const idOf = (column: Column) =>
    fieldId(column) ?? fieldId(earlier.find(({ Name }) => Name.toLowerCase() === column.Name.toLowerCase()));
  let last = Math.max(0, ...[...earlier, ...columns].map((column) => fieldId(column) ?? 0));
  const Columns = columns.map((column) => {
    const id = idOf(column) ?? ++last;
    return { ...column, Parameters: { ...field(id), ...column.Parameters } };
  });
  return { ...input, StorageDescriptor: { ...input.StorageDescriptor, Columns } };
}

export function fieldId(column: Column | undefined): number | undefined {
  const id = column?.Parameters?.[ID];
  return id === undefined ? undefined : Number(id);
}

export const field = (id: number, optional = true): Record<string, string> => ({
  'iceberg.field.current': 'true',
  [ID]: String(id),
  'iceberg.field.optional': String(optional),
});
