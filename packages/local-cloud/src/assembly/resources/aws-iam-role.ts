import type { ResourceHandler, ResourceRequest } from '../resource-handler.ts';

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
