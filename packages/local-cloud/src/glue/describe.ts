import type { DatabaseRecord, TableRecord } from './catalog.ts';

export function describeDatabase({ input, catalogId, createdAt }: DatabaseRecord) {
  return { ...input, CatalogId: catalogId, CreateTime: new Date(createdAt) };
}

export function describeTable(record: TableRecord) {
  return {
    ...record.input,
    DatabaseName: record.databaseName,
    CatalogId: record.catalogId,
    CreatedBy: record.createdBy,
    CreateTime: new Date(record.createdAt),
    UpdateTime: new Date(record.updatedAt),
    VersionId: String(record.version),
    IsRegisteredWithLakeFormation: false,
  };
}
