import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import type { RegisteredLocations } from '../registered-locations.ts';
import { resourceArn } from './register-resource.ts';

const schema = z.object({ ResourceArn: resourceArn });

export const deregisterResource = (locations: RegisteredLocations): Operation<unknown> => ({
  permissions: () => [{ action: 'lakeformation:DeregisterResource', resource: '*' }],
  async run(input) {
    locations.deregister(parseInput(schema, input).ResourceArn);
    return {};
  },
});
