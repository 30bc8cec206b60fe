import type { ResourceHandler } from '../resource-handler.ts';

interface ManagedPolicy {
  readonly ManagedPolicyName?: string;
  readonly Path?: string;
  readonly PolicyDocument: unknown;
  readonly Roles?: string[];
}

export const managedPolicy: ResourceHandler<ManagedPolicy> = {
  type: 'AWS::IAM::ManagedPolicy',
  properties: ['ManagedPolicyName', 'Path', 'PolicyDocument', 'Roles'],
  ignored: ['Description'],
  replacedBy: ['ManagedPolicyName', 'Path'],
  customName: ({ ManagedPolicyName }) => ManagedPolicyName,
  async create(request) {
    const { ManagedPolicyName, Path = '/' } = request.properties;
    const name = ManagedPolicyName ?? request.generateName();
    const ref = `arn:aws:iam::${request.context.accountId}:policy${Path}${name}`;
    return managedPolicy.update(request, { ref, attributes: {}, properties: request.properties });
  },
  async update({ policies, properties }, { ref }) {
    policies.putPolicy(ref, { document: properties.PolicyDocument, roles: properties.Roles ?? [] });
    return { ref, attributes: { PolicyArn: ref } };
  },
  async delete({ policies }, { ref }) {
    policies.deletePolicy(ref);
  },
};
