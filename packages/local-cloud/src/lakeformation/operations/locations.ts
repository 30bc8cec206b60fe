import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import type { RegisteredLocations } from '../registered-locations.ts';

export const resourceArn = z.string().regex(/^arn:aws[\w-]*:s3:::[^/]+/);

const registerResourceSchema = z.object({
  ResourceArn: resourceArn,
  UseServiceLinkedRole: z.boolean().optional(),
  RoleArn: z.string().optional(),
});

export const registerResource = (locations: RegisteredLocations): Operation<unknown> => ({
  permissions: () => [{ action: 'lakeformation:RegisterResource', resource: '*' }],
  async run(input) {
    const { ResourceArn, RoleArn } = parseInput(registerResourceSchema, input);
    locations.register({ resourceArn: ResourceArn, roleArn: RoleArn, modifiedAt: Date.now() });
    return {};
  },
});

const deregisterResourceSchema = z.object({ ResourceArn: resourceArn });

export const deregisterResource = (locations: RegisteredLocations): Operation<unknown> => ({
  permissions: () => [{ action: 'lakeformation:DeregisterResource', resource: '*' }],
  async run(input) {
    locations.deregister(parseInput(deregisterResourceSchema, input).ResourceArn);
    return {};
  },
});
