import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import {
  checkQueue,
  describeMapping,
  mappingArn,
  mappingSettings,
  refuseUnhosted,
  withSettings,
} from '../event-source-mapping.ts';
import type { EventSourceMappings } from '../event-source-mappings.ts';

interface Input {
  readonly UUID?: unknown;
  readonly FunctionName?: unknown;
}

export const updateEventSourceMapping = (mappings: EventSourceMappings): Operation<Input> => ({
  permissions: ({ UUID }) => [
    { action: 'lambda:UpdateEventSourceMapping', resource: mappingArn(mappings.functions.context, UUID) },
  ],
  async run(input) {
    const { context } = mappings.functions;
    const existing = mappings.get(input.UUID);
    const given = parseInput(mappingSettings, input);
    refuseUnhosted(input);
    const record = mappings.functions.named(input.FunctionName ?? existing.functionName);
    await checkQueue(context, record, existing.eventSourceArn);
    const mapping = withSettings({ ...existing, functionName: record.name }, given);
    mappings.save(mapping);
    return describeMapping(context, mapping, 'Updating');
  },
});
