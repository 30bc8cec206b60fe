import type { ResourceHandler } from '../resource-handler.ts';

type Properties = Readonly<Record<string, unknown>>;

/** Integrations, routes and stages: what belongs to an HTTP API, under an id that Ref gives. */
export const apiChild = (
  name: 'Integration' | 'Route' | 'Stage',
  id: string,
  given: Pick<ResourceHandler, 'properties' | 'ignored' | 'customName'>,
): ResourceHandler<Properties> => ({
  type: `AWS::ApiGatewayV2::${name}`,
  ...given,
  replacedBy: ['ApiId', ...(id === 'StageName' ? ['StageName'] : [])],
  async create({ call, properties }) {
    const made = await call('apigateway', `Create${name}`, without(properties, given.ignored));
    return { ref: String(made[id]), attributes: id === 'StageName' ? {} : { [id]: made[id] } };
  },
  async update({ call, properties }, { ref, attributes }) {
    await call('apigateway', `Update${name}`, { ...without(properties, given.ignored), [id]: ref });
    return { ref, attributes };
  },
  async delete({ call }, { ref, properties: { ApiId } }) {
    await call('apigateway', `Delete${name}`, { ApiId, [id]: ref });
  },
});

const without = (properties: Properties, names: readonly string[] = []): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));

interface Described {
  readonly ApiId: string;
  readonly ApiEndpoint: string;
}

const referable = ({ ApiId, ApiEndpoint }: Described) => ({ ref: ApiId, attributes: { ApiId, ApiEndpoint } });

export const httpApi: ResourceHandler<Properties> = {
  type: 'AWS::ApiGatewayV2::Api',
  properties: ['CorsConfiguration', 'Description', 'DisableExecuteApiEndpoint', 'Name', 'ProtocolType', 'Version'],
  ignored: ['Tags'],
  replacedBy: ['ProtocolType'],
  create: async ({ call, properties: { Tags: _tags, ...settings } }) =>
    referable(await call<Described>('apigateway', 'CreateApi', settings)),
  async update({ call, properties }, { ref: ApiId }) {
    const { Tags: _tags, ProtocolType: _type, ...settings } = properties;
    return referable(await call<Described>('apigateway', 'UpdateApi', { ApiId, ...settings }));
  },
  async delete({ call }, { ref: ApiId }) {
    await call('apigateway', 'DeleteApi', { ApiId });
  },
  /** Its port may have been taken while the local cloud was down; one that was lost with a damaged file is made anew. */
  refresh: async (request, { ref: ApiId }) => {
    const found = await request.call<Described>('apigateway', 'GetApi', { ApiId }).catch(() => undefined);
    return found ? referable(found) : httpApi.create(request);
  },
};

export const httpIntegration = apiChild('Integration', 'IntegrationId', {
  properties: [
    'ApiId',
    'Description',
    'IntegrationMethod',
    'IntegrationType',
    'IntegrationUri',
    'PayloadFormatVersion',
    'TimeoutInMillis',
  ],
});

export const httpRoute = apiChild('Route', 'RouteId', {
  properties: ['ApiId', 'AuthorizationType', 'OperationName', 'RouteKey', 'Target'],
});

export const httpStage = apiChild('Stage', 'StageName', {
  properties: [
    'ApiId',
    'AutoDeploy',
    'DefaultRouteSettings',
    'Description',
    'RouteSettings',
    'StageName',
    'StageVariables',
  ],
  ignored: ['AccessLogSettings', 'Tags'],
});
