import type { Operation } from '../../service.ts';
import { describeMapping, mappingArn } from '../event-source-mapping.ts';
import type { EventSourceMappings } from '../event-source-mappings.ts';

export const getEventSourceMapping = (mappings: EventSourceMappings): Operation<{ UUID?: unknown }> => ({
  permissions: ({ UUID }) => [
    { action: 'lambda:GetEventSourceMapping', resource: mappingArn(mappings.functions.context, UUID) },
  ],
  run: async ({ UUID }) => describeMapping(mappings.functions.context, mappings.get(UUID)),
});
