import { createHash } from 'node:crypto';
import type { ResourceHandler, ResourceRequest } from '../resource-handler.ts';

/** `arn:aws:s3tables:REGION:ACCOUNT:bucket/NAME` → `ACCOUNT:s3tablescatalog/NAME`, where Glue lists its tables. */
export function catalogOf(tableBucketArn: string): string {
  const [, , , , accountId, resource = ''] = tableBucketArn.split(':');
  return `${accountId}:s3tablescatalog/${resource.slice('bucket/'.length)}`;
}

interface Namespace {
  readonly Namespace: string;
  readonly TableBucketARN: string;
}

export const s3tablesNamespace: ResourceHandler<Namespace> = {
  type: 'AWS::S3Tables::Namespace',
  properties: ['Namespace', 'TableBucketARN'],
  replacedBy: ['Namespace', 'TableBucketARN'],
  async create(request) {
    const { Namespace: Name, TableBucketARN } = request.properties;
    if (!/^[a-z0-9][a-z0-9_]*$/.test(Name)) {
      throw new Error(`the namespace ${Name} must be lower-case letters, digits and underscores`);
    }
    await request.call('glue', 'CreateDatabase', { CatalogId: catalogOf(TableBucketARN), DatabaseInput: { Name } });
    return { ref: `${TableBucketARN}|${Name}`, attributes: {} };
  },
  async update(_request, { ref, attributes }) {
    return { ref, attributes };
  },
  async delete(request) {
    const { Namespace: Name, TableBucketARN } = request.properties;
    await request.call('glue', 'DeleteDatabase', { CatalogId: catalogOf(TableBucketARN), Name });
  },
};

interface Table {
  readonly TableBucketARN: string;
  readonly Namespace: string;
  readonly TableName: string;
  readonly OpenTableFormat: string;
  readonly IcebergMetadata?: {
    readonly IcebergSchema?: { readonly SchemaFieldList: { Name: string; Type: string; Required?: unknown }[] };
    readonly [other: string]: unknown;
  };
}

/** An Iceberg table of a table bucket, listed in the bucket's Glue catalog. */
export const s3tablesTable: ResourceHandler<Table> = {
  type: 'AWS::S3Tables::Table',
  properties: ['IcebergMetadata', 'Namespace', 'OpenTableFormat', 'TableBucketARN', 'TableName'],
  ignored: ['Compaction', 'SnapshotManagement', 'StorageClassConfiguration', 'Tags'],
  replacedBy: ['IcebergMetadata', 'Namespace', 'OpenTableFormat', 'TableBucketARN', 'TableName'],
  customName: ({ TableName }) => TableName,
  async create(request) {
    const { TableBucketARN, Namespace, TableName, OpenTableFormat } = request.properties;
    if (OpenTableFormat !== 'ICEBERG') throw new Error(`OpenTableFormat is ${OpenTableFormat}; it must be ICEBERG`);
    const id = createHash('sha256').update(`${TableBucketARN}/${Namespace}/${TableName}`).digest('hex');
    const Location = `s3://${id.slice(0, 40)}--table-s3`;
    await request.call('glue', 'CreateTable', {
      CatalogId: catalogOf(TableBucketARN),
      DatabaseName: Namespace,
      TableInput: { Name: TableName, StorageDescriptor: { Location } },
      OpenTableFormatInput: {
        IcebergInput: {
          MetadataOperation: 'CREATE',
          Version: '2',
          CreateIcebergTableInput: { Location, Schema: { Type: 'struct', Fields: fieldsOf(request) } },
        },
      },
    });
    const arn = `${TableBucketARN}/table/${TableName}`;
    return { ref: arn, attributes: { TableARN: arn, WarehouseLocation: Location, VersionToken: id.slice(40) } };
  },
  async update(_request, { ref, attributes }) {
    return { ref, attributes };
  },
  async delete(request) {
    const { TableBucketARN, Namespace, TableName } = request.properties;
    await request.call('glue', 'DeleteTable', {
      CatalogId: catalogOf(TableBucketARN),
      DatabaseName: Namespace,
      Name: TableName,
    });
  },
};

/** How files lie in the bucket, which no query can see. */
const LAYOUT = ['IcebergPartitionSpec', 'IcebergSortOrder', 'TableProperties'];

function fieldsOf({ properties }: ResourceRequest<Table>): object[] {
  const { IcebergSchema, ...others } = properties.IcebergMetadata ?? {};
  const other = Object.keys(others).find((name) => !LAYOUT.includes(name));
  if (other) throw new Error(`IcebergMetadata.${other} is not hosted; IcebergSchema is`);
  const fields = IcebergSchema?.SchemaFieldList ?? [];
  if (fields.length === 0) throw new Error('it has no IcebergMetadata.IcebergSchema.SchemaFieldList');
  return fields.map(({ Name, Type, Required }, index) => ({
    Id: index + 1,
    Name,
    Type,
    Required: String(Required) === 'true',
  }));
}

interface TableBucket {
  readonly TableBucketName: string;
}

/** A table bucket is a name here: its namespaces and tables live in the Glue catalog `s3tablescatalog/NAME`. */
export const tableBucket: ResourceHandler<TableBucket> = {
  type: 'AWS::S3Tables::TableBucket',
  properties: ['TableBucketName'],
  ignored: [
    'EncryptionConfiguration',
    'MetricsConfiguration',
    'StorageClassConfiguration',
    'Tags',
    'UnreferencedFileRemoval',
  ],
  replacedBy: ['TableBucketName'],
  async create({ properties, context }) {
    const name = properties.TableBucketName;
    if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(name)) {
      throw new Error(`the table bucket name ${name} must be 3–63 lower-case letters, digits and hyphens`);
    }
    const arn = `arn:aws:s3tables:${context.region}:${context.accountId}:bucket/${name}`;
    return { ref: arn, attributes: { TableBucketARN: arn } };
  },
  async update(_request, { ref, attributes }) {
    return { ref, attributes };
  },
  async delete() {},
};
