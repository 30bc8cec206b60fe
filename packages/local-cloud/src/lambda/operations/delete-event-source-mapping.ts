import type { Operation } from '../../service.ts';
import { describeMapping, mappingArn } from '../event-source-mapping.ts';
import type { EventSourceMappings } from '../event-source-mappings.ts';

export const deleteEventSourceMapping = (mappings: EventSourceMappings): Operation<{ UUID?: unknown }> => ({
  permissions: ({ UUID }) => [
    { action: 'lambda:DeleteEventSourceMapping', resource: mappingArn(mappings.functions.context, UUID) },
  ],
  async run({ UUID }) {
    const mapping = mappings.get(UUID);
    mappings.delete(mapping.uuid);
    return describeMapping(mappings.functions.context, mapping, 'Deleting');
  },
});
