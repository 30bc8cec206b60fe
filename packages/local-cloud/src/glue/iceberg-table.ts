import { randomUUID } from 'node:crypto';
import { AwsError } from '../aws-error.ts';
import type { Column, IcebergInput, TableInput } from './request.ts';

/** What Glue makes of a CreateTable with OpenTableFormatInput: a table whose parameters say that it is Iceberg. */
export function icebergTable(name: string, input: TableInput | undefined, iceberg: IcebergInput): TableInput {
  if (iceberg.Version !== undefined && iceberg.Version !== '2') {
    throw new AwsError('InvalidInputException', `Iceberg version ${iceberg.Version} is not supported; use 2.`);
  }
  const created = iceberg.CreateIcebergTableInput;
  const Location = created?.Location ?? input?.StorageDescriptor?.Location;
  const Columns = created ? created.Schema.Fields.map(columnOf) : input?.StorageDescriptor?.Columns;
  if (!Location) {
    throw new AwsError('InvalidInputException', 'An Iceberg table needs a location: set StorageDescriptor.Location.');
  }
  if (!Columns?.length) {
    throw new AwsError('InvalidInputException', 'An Iceberg table needs columns: set StorageDescriptor.Columns.');
  }
  return {
    ...input,
    Name: name,
    TableType: 'EXTERNAL_TABLE',
    StorageDescriptor: { ...input?.StorageDescriptor, Location, Columns },
    Parameters: {
      ...input?.Parameters,
      ...created?.Properties,
      table_type: 'ICEBERG',
      metadata_location: `${Location.replace(/\/$/, '')}/metadata/00000-${randomUUID()}.metadata.json`,
    },
  };
}

/** Iceberg says `string`, `long`; the catalog says `string`, `bigint`. */
function columnOf(field: { Name: string; Type?: unknown }): Column {
  const type = String(field.Type);
  return { Name: field.Name, Type: type === 'long' ? 'bigint' : type === 'timestamptz' ? 'timestamp' : type };
}
