import type { ResourceHandler, ResourceRequest } from '../resource-handler.ts';

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

interface RoleProperties {
  readonly AssumeRolePolicyDocument: unknown;
  readonly ManagedPolicyArns?: string[];
  readonly Path?: string;
  readonly PermissionsBoundary?: string;
  readonly Policies?: { readonly PolicyDocument: unknown }[];
  readonly RoleName?: string;
}

export const role: ResourceHandler<RoleProperties> = {
  type: 'AWS::IAM::Role',
  properties: ['AssumeRolePolicyDocument', 'ManagedPolicyArns', 'Path', 'PermissionsBoundary', 'Policies', 'RoleName'],
  ignored: ['Description', 'MaxSessionDuration', 'Tags'],
  replacedBy: ['RoleName', 'Path'],
  customName: ({ RoleName }) => RoleName,
  async create(request) {
    return put(request, request.properties.RoleName ?? request.generateName({ maxLength: 64 }));
  },
  async update(request, { ref }) {
    return put(request, ref);
  },
  async delete({ policies }, { attributes }) {
    policies.deleteRole(String(attributes.Arn));
  },
};

function put({ policies, context, properties }: ResourceRequest<RoleProperties>, name: string) {
  const {
    AssumeRolePolicyDocument,
    ManagedPolicyArns = [],
    Path = '/',
    PermissionsBoundary,
    Policies = [],
  } = properties;
  const arn = `arn:aws:iam::${context.accountId}:role${Path}${name}`;
  policies.putRole({
    arn,
    name,
    trust: AssumeRolePolicyDocument,
    inline: Policies.map((policy) => policy.PolicyDocument),
    managedPolicyArns: ManagedPolicyArns,
    ...(PermissionsBoundary ? { boundaryArn: PermissionsBoundary } : {}),
  });
  return { ref: name, attributes: { Arn: arn, RoleId: `AROA${name.toUpperCase().replace(/[^A-Z0-9]/g, '')}` } };
}
