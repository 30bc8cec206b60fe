import type { Catalog, TableRecord } from '../../glue/catalog.ts';
import { shownParameters } from '../../glue/metadata-location.ts';
import type { Column } from '../../glue/request.ts';

export async function describeTable(record: TableRecord, catalog: Catalog) {
  const { input, createdAt } = record;
  return {
    Name: input.Name,
    CreateTime: new Date(createdAt),
    TableType: input.TableType,
    Columns: (input.StorageDescriptor?.Columns ?? []).map(describeColumn),
    PartitionKeys: (input.PartitionKeys ?? []).map(describeColumn),
    Parameters: await shownParameters(record, catalog),
  };
}

const describeColumn = ({ Name, Type, Comment }: Column) => ({ Name, Type, Comment });
