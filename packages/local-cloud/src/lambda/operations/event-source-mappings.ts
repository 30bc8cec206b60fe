import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import {
  checkQueue,
  checkSource,
  describeMapping,
  mappingArn,
  mappingSettings,
  refuseUnhosted,
  withSettings,
} from '../event-source-mapping.ts';
import type { EventSourceMappings } from '../event-source-mappings.ts';

const schema = mappingSettings.extend({ EventSourceArn: z.string(), FunctionName: z.unknown() });
const DEFAULT_BATCH = 10;

export const createEventSourceMapping = (mappings: EventSourceMappings): Operation<object> => ({
  permissions: () => [
    { action: 'lambda:CreateEventSourceMapping', resource: mappingArn(mappings.functions.context, '*') },
  ],
  async run(input) {
    const { context } = mappings.functions;
    const { EventSourceArn: eventSourceArn, FunctionName, ...given } = parseInput(schema, input);
    refuseUnhosted(input);
    checkSource(eventSourceArn);
    const record = mappings.functions.named(FunctionName);
    await checkQueue(context, record, eventSourceArn);
    const twice = mappings.all().find((other) => {
      return other.eventSourceArn === eventSourceArn && other.functionName === record.name;
    });
    if (twice) {
      throw new AwsError(
        'ResourceConflictException',
        `An event source mapping with SQS arn ("${eventSourceArn}") and function ("${record.name}") already exists. Please update or delete the existing mapping with UUID ${twice.uuid}`,
        409,
      );
    }
    const mapping = withSettings(
      {
        uuid: randomUUID(),
        functionName: record.name,
        eventSourceArn,
        batchSize: DEFAULT_BATCH,
        windowSeconds: 0,
        enabled: true,
        reportsFailures: false,
        lastModified: Date.now(),
      },
      given,
    );
    mappings.save(mapping);
    return describeMapping(context, mapping, mapping.enabled ? 'Creating' : 'Disabled');
  },
});

export const getEventSourceMapping = (mappings: EventSourceMappings): Operation<{ UUID?: unknown }> => ({
  permissions: ({ UUID }) => [
    { action: 'lambda:GetEventSourceMapping', resource: mappingArn(mappings.functions.context, UUID) },
  ],
  run: async ({ UUID }) => describeMapping(mappings.functions.context, mappings.get(UUID)),
});

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
