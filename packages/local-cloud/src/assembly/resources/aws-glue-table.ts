import { icebergTable } from '../../glue/iceberg-table.ts';
import type { IcebergInput, TableInput } from '../../glue/request.ts';
import type { ResourceHandler, ResourceRequest } from '../resource-handler.ts';

interface Table {
  readonly CatalogId?: string;
  readonly DatabaseName: string;
  readonly Name?: string;
  readonly TableInput?: Omit<TableInput, 'Name'> & { readonly Name?: string };
  readonly OpenTableFormatInput?: {
    readonly IcebergInput?: {
      readonly Version?: string;
      readonly IcebergTableInput?: IcebergInput['CreateIcebergTableInput'];
    };
  };
}

type Request = ResourceRequest<Table>;

export const glueTable: ResourceHandler<Table> = {
  type: 'AWS::Glue::Table',
  properties: ['CatalogId', 'DatabaseName', 'Name', 'OpenTableFormatInput', 'TableInput'],
  replacedBy: ['CatalogId', 'DatabaseName', 'Name'],
  customName: ({ Name, TableInput: input }) => Name ?? input?.Name,
  async create(request) {
    const { CatalogId, DatabaseName } = request.properties;
    const name = request.properties.Name ?? request.properties.TableInput?.Name;
    if (!name) throw new Error('it has neither Name nor TableInput.Name');
    const IcebergInput = icebergOf(request);
    await request.call('glue', 'CreateTable', {
      CatalogId,
      DatabaseName,
      Name: name,
      ...(request.properties.TableInput ? { TableInput: tableInput(request, name) } : {}),
      ...(IcebergInput ? { OpenTableFormatInput: { IcebergInput } } : {}),
    });
    return { ref: name, attributes: { Id: name } };
  },
  async update(request, { ref, attributes }) {
    const { CatalogId, DatabaseName, TableInput: given } = request.properties;
    if (given?.Name && given.Name !== ref) {
      throw new Error(`a table cannot be renamed from ${ref} to ${given.Name}; give it a new logical id`);
    }
    const iceberg = icebergOf(request);
    const input = tableInput(request, ref);
    const TableInput = iceberg ? await changedIceberg(request, icebergTable(ref, input, iceberg)) : input;
    await request.call('glue', 'UpdateTable', { CatalogId, DatabaseName, TableInput });
    return { ref, attributes };
  },
  async delete(request, { ref }) {
    const { CatalogId, DatabaseName } = request.properties;
    await request.call('glue', 'DeleteTable', { CatalogId, DatabaseName, Name: ref });
  },
};

/** Parameters are strings to Glue; templates may have them as numbers or booleans. */
function tableInput({ properties }: Request, Name: string): TableInput {
  const parameters = Object.entries(properties.TableInput?.Parameters ?? {});
  return {
    ...properties.TableInput,
    Name,
    Parameters: Object.fromEntries(parameters.map(([key, value]) => [key, String(value)])),
  };
}

/** What CloudFormation calls IcebergTableInput is CreateIcebergTableInput to the API. */
function icebergOf({ properties }: Request): IcebergInput | undefined {
  const given = properties.OpenTableFormatInput?.IcebergInput;
  if (!given) return undefined;
  const { IcebergTableInput, Version } = given;
  return {
    MetadataOperation: 'CREATE',
    Version,
    ...(IcebergTableInput ? { CreateIcebergTableInput: IcebergTableInput } : {}),
  };
}

/** Where the Iceberg metadata is stays with the table; a template does not know it. */
async function changedIceberg({ call, properties }: Request, table: TableInput): Promise<TableInput> {
  const { CatalogId, DatabaseName } = properties;
  const { Table: found } = await call<{ Table: TableInput }>('glue', 'GetTable', {
    CatalogId,
    DatabaseName,
    Name: table.Name,
  });
  const metadata_location = found.Parameters?.metadata_location ?? '';
  return { ...table, Parameters: { ...table.Parameters, metadata_location } };
}
