import type { Catalog, DatabaseRecord, TableRecord } from './catalog.ts';
import { withFieldIds } from './iceberg-fields.ts';
import { shownParameters } from './metadata-location.ts';

export function describeDatabase({ input, catalogId, createdAt }: DatabaseRecord) {
  return { ...input, CatalogId: catalogId, CreateTime: new Date(createdAt) };
}

export async function describeTable(record: TableRecord, catalog: Catalog) {
  return {
    // A table that was made by an earlier version has no ids yet.
    ...withFieldIds(record.input),
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
