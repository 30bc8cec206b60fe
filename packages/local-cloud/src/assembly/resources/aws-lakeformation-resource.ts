import type { ResourceHandler } from '../resource-handler.ts';

interface RegisteredResource {
  readonly ResourceArn: string;
  readonly RoleArn?: string;
  readonly UseServiceLinkedRole: unknown;
}

export const lakeFormationResource: ResourceHandler<RegisteredResource> = {
  type: 'AWS::LakeFormation::Resource',
  properties: ['ResourceArn', 'RoleArn', 'UseServiceLinkedRole'],
  replacedBy: ['ResourceArn', 'RoleArn', 'UseServiceLinkedRole'],
  async create(request) {
    const { ResourceArn, RoleArn, UseServiceLinkedRole } = request.properties;
    await request.call('lakeformation', 'RegisterResource', {
      ResourceArn,
      RoleArn,
      UseServiceLinkedRole: String(UseServiceLinkedRole) === 'true',
    });
    return { ref: ResourceArn, attributes: {} };
  },
  async update(_request, { ref, attributes }) {
    return { ref, attributes };
  },
  async delete(request, { ref }) {
    await request.call('lakeformation', 'DeregisterResource', { ResourceArn: ref });
  },
};
