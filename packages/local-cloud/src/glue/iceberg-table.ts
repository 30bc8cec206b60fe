import { AwsError } from '../aws-error.ts';
import { field } from './iceberg-fields.ts';
import type { Column, IcebergField, IcebergInput, TableInput } from './request.ts';

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
    },
  };
}

/** Iceberg says `string`, `long`; the catalog says `string`, `bigint`. */
function columnOf({ Id, Name, Type, Required }: IcebergField): Column {
  const type = String(Type);
  return {
    Name,
    Type: type === 'long' ? 'bigint' : type === 'timestamptz' ? 'timestamp' : type,
    ...(Id === undefined ? {} : { Parameters: field(Id, !Required) }),
  };
}
