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
