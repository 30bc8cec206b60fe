import { AwsError } from '../aws-error.ts';
import type { Catalog, DatabaseRecord, TableRecord } from './catalog.ts';
import { shownParameters } from './metadata-location.ts';

export function describeDatabase({ input, catalogId, createdAt }: DatabaseRecord) {
  return { ...input, CatalogId: catalogId, CreateTime: new Date(createdAt) };
}

export async function describeTable(record: TableRecord, catalog: Catalog) {
  return {
    ...record.input,
    Parameters: await shownParameters(record, catalog),
    DatabaseName: record.databaseName,
    CatalogId: record.catalogId,
    CreatedBy: record.createdBy,
    CreateTime: new Date(record.createdAt),
    UpdateTime: new Date(record.updatedAt),
    VersionId: String(record.version),
    IsRegisteredWithLakeFormation: catalog.registered.has(record.input.StorageDescriptor?.Location ?? ''),
  };
}

type Columned = { StorageDescriptor?: { Columns?: { Name: string }[] }; PartitionKeys?: { Name: string }[] };

export function refuseDoubledColumns(table: Columned): void {
  const seen = new Set<string>();
  for (const { Name } of [...(table.StorageDescriptor?.Columns ?? []), ...(table.PartitionKeys ?? [])]) {
    const name = Name.toLowerCase();
    if (seen.has(name)) throw new AwsError('InvalidInputException', `The column ${name} is there twice.`);
    seen.add(name);
  }
}
