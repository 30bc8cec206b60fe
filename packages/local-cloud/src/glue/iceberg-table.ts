import { AwsError } from '../aws-error.ts';
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

/** The types of columns that Iceberg's transforms take. */
const TAKES: Readonly<Record<string, RegExp>> = {
  identity: /^(?!array|map|struct)/,
  void: /^/,
  bucket: /^(?!array|map|struct|boolean|float|double)/,
  truncate: /^(?:tinyint|smallint|int|integer|bigint|long|decimal|string|varchar|char|binary)/,
  year: /^(?:date|timestamp)/,
  month: /^(?:date|timestamp)/,
  day: /^(?:date|timestamp)/,
  hour: /^timestamp/,
};

/** What is wrong with partitioning an Iceberg table by this, if anything. `type` is as the catalog has it. */
export function transformProblem(transform: string, type: string): string | undefined {
  const [, name = '', size] = /^(\w+)(?:\[(\d+)\])?$/.exec(transform) ?? [];
  const needsSize = name === 'bucket' || name === 'truncate';
  if (!Object.hasOwn(TAKES, name) || needsSize !== Number(size) > 0) return `Unknown transform: ${transform}`;
  return TAKES[name]?.test(type.toLowerCase()) ? undefined : `${transform} cannot transform ${type} values`;
}
