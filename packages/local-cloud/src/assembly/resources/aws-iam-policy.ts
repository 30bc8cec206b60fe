import type { ResourceHandler } from '../resource-handler.ts';

interface Policy {
  readonly PolicyDocument: unknown;
  readonly Roles?: string[];
}

/** An inline policy of one or more roles. Users and groups are not hosted, so a policy for them is refused. */
export const policy: ResourceHandler<Policy> = {
  type: 'AWS::IAM::Policy',
  properties: ['PolicyDocument', 'PolicyName', 'Roles'],
  replacedBy: ['PolicyName'],
  async create(request) {
    return policy.update(request, { ref: request.generateName(), attributes: {}, properties: request.properties });
  },
  async update({ policies, properties }, { ref }) {
    policies.putPolicy(ref, { document: properties.PolicyDocument, roles: properties.Roles ?? [] });
    return { ref, attributes: { Id: ref } };
  },
  async delete({ policies }, { ref }) {
    policies.deletePolicy(ref);
  },
};
