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
