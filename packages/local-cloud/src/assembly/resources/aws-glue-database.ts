import type { ResourceHandler } from '../resource-handler.ts';

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
