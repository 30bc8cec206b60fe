import type { TableRecord } from '../../glue/catalog.ts';

export function describeTable({ input, createdAt }: TableRecord) {
  return {
    Name: input.Name,
    CreateTime: new Date(createdAt),
    TableType: input.TableType,
    Columns: input.StorageDescriptor?.Columns ?? [],
    PartitionKeys: input.PartitionKeys ?? [],
    Parameters: input.Parameters ?? {},
  };
}
