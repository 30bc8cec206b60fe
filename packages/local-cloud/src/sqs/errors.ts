import { AwsError } from '../aws-error.ts';

/** SQS answered in XML before it answered in JSON; clients still get the old code of an error in a header. */
const QUERY_CODES: Readonly<Record<string, string>> = {
  BatchEntryIdsNotDistinct: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
  BatchRequestTooLong: 'AWS.SimpleQueueService.BatchRequestTooLong',
  EmptyBatchRequest: 'AWS.SimpleQueueService.EmptyBatchRequest',
  InvalidBatchEntryId: 'AWS.SimpleQueueService.InvalidBatchEntryId',
  MessageNotInflight: 'AWS.SimpleQueueService.MessageNotInflight',
  PurgeQueueInProgress: 'AWS.SimpleQueueService.PurgeQueueInProgress',
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
  QueueNameExists: 'QueueAlreadyExists',
  TooManyEntriesInBatchRequest: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
  UnsupportedOperation: 'AWS.SimpleQueueService.UnsupportedOperation',
};

export const queryCode = (code: string): string => QUERY_CODES[code] ?? code;

export const noSuchQueue = (): AwsError =>
  new AwsError('QueueDoesNotExist', 'The specified queue does not exist.', 400);

export const invalidParameter = (message: string): AwsError => new AwsError('InvalidParameterValue', message);

export const invalidAttribute = (name: string, value: unknown, allowed: string): AwsError =>
  new AwsError(
    'InvalidAttributeValue',
    `Invalid value for the parameter ${name}: ${String(value)}. It must be ${allowed}.`,
  );
