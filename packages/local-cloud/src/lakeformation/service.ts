import { restJsonProtocol } from '../gateway/rest-json-protocol.ts';
import type { Service } from '../service.ts';
import { deregisterResource, registerResource } from './operations/locations.ts';
import type { RegisteredLocations } from './registered-locations.ts';

/** As far as where tables lie is its business: what it grants on them is not hosted. */
export function createLakeFormationService(locations: RegisteredLocations): Service {
  const operations = {
    DeregisterResource: deregisterResource(locations),
    RegisterResource: registerResource(locations),
  };
  return {
    name: 'lakeformation',
    protocol: restJsonProtocol(
      Object.keys(operations).map((operation) => ({ operation, method: 'POST' as const, path: `/${operation}` })),
    ),
    operations,
  };
}
