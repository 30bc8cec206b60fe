import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';
import { functionArn } from './function-name.ts';
import type { FunctionRecord } from './function-record.ts';
import { invalid } from './function-settings.ts';

/** A queue whose messages a function is invoked with. */
export interface EventSourceMapping {
  readonly uuid: string;
  readonly functionName: string;
  readonly eventSourceArn: string;
  readonly batchSize: number;
  readonly windowSeconds: number;
  readonly enabled: boolean;
  /** The function names the messages it failed on; the others are deleted. */
  readonly reportsFailures: boolean;
  readonly maximumConcurrency?: number;
  readonly lastModified: number;
}

const SQS = /^arn:aws[\w-]*:sqs:[\w-]+:\d{12}:[\w-]{1,80}$/;

export const mappingSettings = z.object({
  BatchSize: z.int().min(1).max(10_000).optional(),
  MaximumBatchingWindowInSeconds: z.int().min(0).max(300).optional(),
  Enabled: z.boolean().optional(),
  FunctionResponseTypes: z.array(z.literal('ReportBatchItemFailures')).max(1).optional(),
  ScalingConfig: z.object({ MaximumConcurrency: z.int().min(2).max(1000).optional() }).optional(),
});
type Settings = z.output<typeof mappingSettings>;

const OF_OTHER_SOURCES = [
  'AmazonManagedKafkaEventSourceConfig',
  'BisectBatchOnFunctionError',
  'DestinationConfig',
  'DocumentDBEventSourceConfig',
  'FilterCriteria',
  'MaximumRecordAgeInSeconds',
  'MaximumRetryAttempts',
  'ParallelizationFactor',
  'Queues',
  'SelfManagedEventSource',
  'SourceAccessConfigurations',
  'StartingPosition',
  'Topics',
  'TumblingWindowInSeconds',
];

/** What is of other sources than queues, or not done here, is not passed over in silence. */
export function refuseUnhosted(input: object): void {
  const given = OF_OTHER_SOURCES.filter((name) => {
    const value = (input as Record<string, unknown>)[name];
    return value !== undefined && !(Array.isArray(value) && value.length === 0);
  });
  if (given.length > 0) throw invalid(`The local cloud maps SQS queues without ${given.join(', ')}.`);
}

export function checkSource(arn: string): void {
  if (SQS.test(arn)) return;
  throw invalid(`The event source ${arn} is not hosted: it must be the ARN of a standard SQS queue.`);
}

export function withSettings(mapping: EventSourceMapping, given: Settings): EventSourceMapping {
  const changed = {
    ...mapping,
    batchSize: given.BatchSize ?? mapping.batchSize,
    windowSeconds: given.MaximumBatchingWindowInSeconds ?? mapping.windowSeconds,
    enabled: given.Enabled ?? mapping.enabled,
    reportsFailures: given.FunctionResponseTypes
      ? given.FunctionResponseTypes.includes('ReportBatchItemFailures')
      : mapping.reportsFailures,
    maximumConcurrency: given.ScalingConfig ? given.ScalingConfig.MaximumConcurrency : mapping.maximumConcurrency,
    lastModified: Date.now(),
  };
  if (changed.batchSize > 10 && changed.windowSeconds < 1) {
    throw invalid('Maximum batch window in seconds must be greater than 0 if maximum batch size is greater than 10');
  }
  return changed;
}

/** "The queue's visibility timeout must be at least as long as the function's timeout", and the role may read it. */
export async function checkQueue(context: CloudContext, record: FunctionRecord, queueArn: string): Promise<void> {
  const caller = context.assumeRole(record.settings.role, record.name);
  for (const action of ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes']) {
    try {
      context.authorize(caller, [{ action: `sqs:${action}`, resource: queueArn }]);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      throw invalid(`The provided execution role does not have permissions to call ${action} on SQS`);
    }
  }
  const request = { QueueUrl: queueUrlOf(context, queueArn), AttributeNames: ['VisibilityTimeout'] };
  const { Attributes } = await context.call<{ Attributes?: Record<string, string> }>(
    'sqs',
    'GetQueueAttributes',
    request,
    context.administrator,
  );
  const visible = Number(Attributes?.VisibilityTimeout);
  if (visible >= record.settings.timeout) return;
  throw invalid(
    `Queue visibility timeout: ${visible} seconds is less than Function timeout: ${record.settings.timeout} seconds`,
  );
}

export const queueUrlOf = (context: CloudContext, queueArn: string): string =>
  `${context.endpoint()}/${context.accountId}/${queueArn.slice(queueArn.lastIndexOf(':') + 1)}`;

export const mappingArn = ({ region, accountId }: CloudContext, uuid: unknown): string =>
  `arn:aws:lambda:${region}:${accountId}:event-source-mapping:${String(uuid)}`;

export const describeMapping = (context: CloudContext, mapping: EventSourceMapping, state?: string) => ({
  UUID: mapping.uuid,
  EventSourceMappingArn: mappingArn(context, mapping.uuid),
  EventSourceArn: mapping.eventSourceArn,
  FunctionArn: functionArn(context, mapping.functionName),
  BatchSize: mapping.batchSize,
  MaximumBatchingWindowInSeconds: mapping.windowSeconds,
  State: state ?? (mapping.enabled ? 'Enabled' : 'Disabled'),
  StateTransitionReason: 'USER_INITIATED',
  LastModified: new Date(mapping.lastModified),
  FunctionResponseTypes: mapping.reportsFailures ? ['ReportBatchItemFailures'] : [],
  ...(mapping.maximumConcurrency && { ScalingConfig: { MaximumConcurrency: mapping.maximumConcurrency } }),
});
