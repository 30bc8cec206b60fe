import type { ResourceHandler } from '../resource-handler.ts';

/** A handler for a policy on other resources: a bucket's, a queue's, a topic's. */
export function resourcePolicyHandler<Properties>(options: {
  readonly type: string;
  readonly properties: readonly string[];
  readonly documentOf: (properties: Properties) => unknown;
  readonly arnsOf: (properties: Properties, account: { region: string; accountId: string }) => string[];
}): ResourceHandler<Properties> {
  const handler: ResourceHandler<Properties> = {
    type: options.type,
    properties: options.properties,
    async create(request) {
      const id = request.generateName();
      return handler.update(request, { ref: id, attributes: {}, properties: request.properties });
    },
    async update({ properties, policies, context }, { ref }) {
      const document = options.documentOf(properties);
      policies.putResourcePolicy(ref, { resourceArns: options.arnsOf(properties, context), document });
      return { ref, attributes: { Id: ref } };
    },
    async delete({ policies }, { ref }) {
      policies.deleteResourcePolicy(ref);
    },
  };
  return handler;
}
