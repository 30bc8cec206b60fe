import type { Operation } from '../../service.ts';
import type { RegisteredLocations } from '../registered-locations.ts';

export const listResources = (locations: RegisteredLocations): Operation<unknown> => ({
  permissions: () => [{ action: 'lakeformation:ListResources', resource: '*' }],
  async run() {
    const ResourceInfoList = locations.all().map(({ resourceArn, roleArn, modifiedAt }) => ({
      ResourceArn: resourceArn,
      RoleArn: roleArn,
      LastModified: new Date(modifiedAt),
    }));
    return { ResourceInfoList };
  },
});
