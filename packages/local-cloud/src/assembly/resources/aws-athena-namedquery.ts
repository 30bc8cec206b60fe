import type { ResourceHandler } from '../resource-handler.ts';

interface NamedQuery {
  readonly Database: string;
  readonly Description?: string;
  readonly Name?: string;
  readonly QueryString: string;
  readonly WorkGroup?: string;
}

export const namedQuery: ResourceHandler<NamedQuery> = {
  type: 'AWS::Athena::NamedQuery',
  properties: ['Database', 'Description', 'Name', 'QueryString', 'WorkGroup'],
  replacedBy: ['Database', 'Description', 'Name', 'QueryString', 'WorkGroup'],
  async create(request) {
    const { NamedQueryId } = await request.call<{ NamedQueryId: string }>('athena', 'CreateNamedQuery', {
      ...request.properties,
      Name: request.properties.Name ?? request.generateName(),
    });
    return { ref: NamedQueryId, attributes: { NamedQueryId } };
  },
  async update(_request, { ref, attributes }) {
    return { ref, attributes };
  },
  async delete(request, { ref }) {
    await request.call('athena', 'DeleteNamedQuery', { NamedQueryId: ref });
  },
};
