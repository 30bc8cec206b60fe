import { isDeepStrictEqual } from 'node:util';
import type { IcebergInput, TableInput } from '../../glue/request.ts';
import type { ResourceHandler, ResourceRequest } from '../resource-handler.ts';

interface Database {
  readonly CatalogId?: string;
  readonly DatabaseName?: string;
  readonly DatabaseInput: { readonly Name?: string };
}

export const glueDatabase: ResourceHandler<Database> = {
  type: 'AWS::Glue::Database',
  properties: ['CatalogId', 'DatabaseInput', 'DatabaseName'],
  replacedBy: ['CatalogId', 'DatabaseName'],
  customName: ({ DatabaseName, DatabaseInput }) => DatabaseName ?? DatabaseInput.Name,
  async create(request) {
    const { CatalogId, DatabaseName, DatabaseInput } = request.properties;
    const name = DatabaseName ?? DatabaseInput.Name ?? request.generateName({ lowerCase: true });
    await request.call('glue', 'CreateDatabase', { CatalogId, DatabaseInput: { ...DatabaseInput, Name: name } });
    return { ref: name, attributes: {} };
  },
  async update(request, { ref, attributes }) {
    const { CatalogId, DatabaseInput } = request.properties;
    if (DatabaseInput.Name && DatabaseInput.Name !== ref) {
      throw new Error(`a database cannot be renamed from ${ref} to ${DatabaseInput.Name}; give it a new logical id`);
    }
    await request.call('glue', 'UpdateDatabase', {
      CatalogId,
      Name: ref,
      DatabaseInput: { ...DatabaseInput, Name: ref },
    });
    return { ref, attributes };
  },
  async delete(request, { ref }) {
    await request.call('glue', 'DeleteDatabase', { CatalogId: request.properties.CatalogId, Name: ref });
  },
};

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
  async update(request, { ref, attributes, properties: before }) {
    const { CatalogId, DatabaseName, TableInput: given } = request.properties;
    if (request.properties.OpenTableFormatInput || before.OpenTableFormatInput) {
      refuseChange(ref, before, request.properties);
      return { ref, attributes };
    }
    if (given?.Name && given.Name !== ref) {
      throw new Error(`a table cannot be renamed from ${ref} to ${given.Name}; give it a new logical id`);
    }
    await request.call('glue', 'UpdateTable', { CatalogId, DatabaseName, TableInput: tableInput(request, ref) });
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

/**
 * On AWS the update of an Iceberg table takes `table_type` and `metadata_location` from it, after which nothing can read
 * it: https://github.com/aws-cloudformation/cloudformation-coverage-roadmap/issues/1919
 */
function refuseChange(name: string, before: Table, after: Table): void {
  if (isDeepStrictEqual(numbered(before), numbered(after))) return;
  throw new Error(
    `the Iceberg table ${name} was changed in the template, and CloudFormation would break it: it cannot update one. Leave the template as it was, and change the table by SQL, such as ALTER TABLE ${name} ADD COLUMNS (…).`,
  );
}

/** With the numbers that partition fields get from 1000 on, and without a `format-version` that repeats `Version`. */
function numbered({ TableInput: input, OpenTableFormatInput: { IcebergInput: iceberg } = {} }: Table): object {
  const spec = iceberg?.IcebergTableInput?.PartitionSpec as { Fields?: { FieldId?: unknown }[] } | undefined;
  const Fields = spec?.Fields?.map((field, index) => ({ ...field, FieldId: Number(field.FieldId ?? 1000 + index) }));
  const PartitionSpec = { ...spec, Fields };
  const { 'format-version': _repeated, ...Properties } = iceberg?.IcebergTableInput?.Properties ?? {};
  const table = { ...iceberg?.IcebergTableInput, PartitionSpec, Properties };
  return { input, iceberg: { ...iceberg, IcebergTableInput: table } };
}
