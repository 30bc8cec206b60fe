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

interface WorkGroup {
  readonly Name: string;
  readonly Description?: string;
  readonly State?: string;
  readonly WorkGroupConfiguration?: object;
  /** Deletes it with its named queries and the history of what ran in it. */
  readonly RecursiveDeleteOption?: unknown;
}

export const workGroup: ResourceHandler<WorkGroup> = {
  type: 'AWS::Athena::WorkGroup',
  properties: ['Description', 'Name', 'RecursiveDeleteOption', 'State', 'WorkGroupConfiguration'],
  ignored: ['Tags'],
  replacedBy: ['Name'],
  customName: ({ Name }) => Name,
  async create(request) {
    const { Name, Description, State, WorkGroupConfiguration } = request.properties;
    await request.call('athena', 'CreateWorkGroup', {
      Name,
      Description,
      Configuration: plain(WorkGroupConfiguration),
    });
    if (State === 'DISABLED') await request.call('athena', 'UpdateWorkGroup', { WorkGroup: Name, State });
    return { ref: Name, attributes: {} };
  },
  async update(request, { ref, attributes }) {
    const { Description, State, WorkGroupConfiguration } = request.properties;
    const { ResultConfiguration, ...configuration } = plain(WorkGroupConfiguration);
    await request.call('athena', 'UpdateWorkGroup', {
      WorkGroup: ref,
      Description: Description ?? '',
      State: State ?? 'ENABLED',
      ConfigurationUpdates: {
        ...configuration,
        ...(ResultConfiguration ? { ResultConfigurationUpdates: ResultConfiguration } : {}),
      },
    });
    return { ref, attributes };
  },
  async delete(request, { ref }) {
    await request.call('athena', 'DeleteWorkGroup', {
      WorkGroup: ref,
      RecursiveDeleteOption: String(request.properties.RecursiveDeleteOption) === 'true',
    });
  },
};

interface Configuration {
  readonly ResultConfiguration?: object;
  readonly [name: string]: unknown;
}

/** Booleans and numbers may be text in a template. */
function plain(configuration: object = {}): Configuration {
  return Object.fromEntries(
    Object.entries(configuration).map(([name, value]) => {
      if (value === 'true' || value === 'false') return [name, value === 'true'];
      return [name, name === 'BytesScannedCutoffPerQuery' ? Number(value) : value];
    }),
  );
}
