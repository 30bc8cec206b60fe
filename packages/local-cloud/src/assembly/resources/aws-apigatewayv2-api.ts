import type { ResourceHandler } from '../resource-handler.ts';

type Properties = Readonly<Record<string, unknown>>;

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
