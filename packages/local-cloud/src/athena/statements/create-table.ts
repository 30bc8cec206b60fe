import { icebergTable, isIcebergInput } from '../../glue/iceberg-table.ts';
import type { PartitionField, TableInput } from '../../glue/request.ts';
import type { FileFormat } from '../engine/write-files.ts';
import type { CreateTableDdl } from '../sql/ddl-syntax.ts';
import { QueryError } from '../sql/query-error.ts';
import { fromHiveType } from '../tables/hive-type.ts';
import { parseLocation } from '../tables/location.ts';
import { displayName, tableName } from '../tables/table-name.ts';
import { icebergPartitioning } from './iceberg-partitioning.ts';
import { DONE, type Outcome, type QueryRun } from './query-run.ts';

const SERDES: Readonly<Record<string, string>> = {
  PARQUET: 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe',
  JSON: 'org.openx.data.jsonserde.JsonSerDe',
  TEXTFILE: 'org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe',
};

export function serdeOf(format: FileFormat['format'], delimiter = '\u0001') {
  return {
    SerializationLibrary: SERDES[format] ?? '',
    Parameters: (format === 'TEXTFILE' ? { 'field.delim': delimiter } : {}) as Record<string, string>,
  };
}

/** CREATE EXTERNAL TABLE, and CREATE TABLE … TBLPROPERTIES ('table_type' = 'ICEBERG') */
export function runCreateTable(ddl: CreateTableDdl, run: QueryRun): Outcome {
  const { catalog, access, accountId } = run.tables;
  const name = tableName(ddl.name, run.names, accountId);
  access.table(name);
  access.catalog('CreateTable', name);
  if (!catalog.findDatabase(name.catalogId, name.database)) {
    throw new QueryError('SCHEMA_NOT_FOUND', `Schema '${name.database}' does not exist`);
  }
  if (catalog.findTable(name.catalogId, name.database, name.table)) {
    if (ddl.ifNotExists) return DONE;
    throw new QueryError('TABLE_ALREADY_EXISTS', `Table '${displayName(name)}' already exists`);
  }
  for (const column of [...ddl.columns, ...ddl.partitionedBy])
    if (column.name && column.type) fromHiveType(column.type);
  const input = tableInput(ddl, name.table);
  const partitions = isIcebergInput(input) && !ddl.external ? icebergPartitions(ddl) : undefined;
  catalog.createTable(name.catalogId, name.database, input, 'athena', partitions);
  return DONE;
}

function tableInput(ddl: CreateTableDdl, name: string): TableInput {
  if (!ddl.location) throw new QueryError('DDL_FAILED', 'CREATE TABLE needs a LOCATION');
  parseLocation(ddl.location);
  const Columns = ddl.columns.map((column) => ({
    Name: column.name,
    Type: column.type,
    ...(column.comment ? { Comment: column.comment } : {}),
  }));
  const iceberg = ddl.properties.table_type?.toUpperCase() === 'ICEBERG';
  if (iceberg && !ddl.external) {
    const StorageDescriptor = { Columns, Location: ddl.location };
    return icebergTable(
      name,
      { Name: name, StorageDescriptor, Parameters: { ...ddl.properties } },
      { MetadataOperation: 'CREATE' },
    );
  }
  if (!ddl.external) {
    throw new QueryError(
      'DDL_FAILED',
      "Only external tables can be created this way: use CREATE EXTERNAL TABLE, or TBLPROPERTIES ('table_type' = 'ICEBERG')",
    );
  }
  const serde = ddl.serde ?? SERDES[ddl.storedAs ?? 'TEXTFILE'];
  if (!serde) throw new QueryError('NOT_SUPPORTED', `The local cloud does not read tables stored as ${ddl.storedAs}`);
  return {
    Name: name,
    TableType: 'EXTERNAL_TABLE',
    StorageDescriptor: {
      Columns,
      Location: ddl.location,
      SerdeInfo: { SerializationLibrary: serde, Parameters: { ...ddl.serdeProperties } },
    },
    PartitionKeys: ddl.partitionedBy.map((column) => ({ Name: column.name, Type: column.type })),
    Parameters: { EXTERNAL: 'TRUE', ...ddl.properties },
  };
}

const icebergPartitions = ({ partitionedBy, columns }: CreateTableDdl): PartitionField[] =>
  icebergPartitioning(
    partitionedBy.map(({ name, type }) => name || type),
    columns.map(({ name, type }) => ({ Name: name, Type: type })),
  );
