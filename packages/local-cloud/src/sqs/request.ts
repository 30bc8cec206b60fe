import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { inputParser } from '../parse-input.ts';

export const queueUrl = z.string().min(1);

export const parseInput = inputParser({ invalid: 'InvalidParameterValue', missing: 'MissingParameter' });

const MOST_ENTRIES = 10;
const ENTRY_ID = /^[A-Za-z0-9_-]{1,80}$/;

/** The rules all batch operations share: one to ten entries, each with its own id. */
export function checkBatch(entries: readonly { readonly Id: string }[]): void {
  if (entries.length === 0) {
    throw new AwsError('EmptyBatchRequest', 'There should be at least one entry in the request.');
  }
  if (entries.length > MOST_ENTRIES) {
    throw new AwsError(
      'TooManyEntriesInBatchRequest',
      `Maximum number of entries per request are ${MOST_ENTRIES}. You have sent ${entries.length}.`,
    );
  }
  const wrong = entries.find(({ Id }) => !ENTRY_ID.test(Id));
  if (wrong) {
    throw new AwsError(
      'InvalidBatchEntryId',
      'A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.',
    );
  }
  const repeated = entries.find(({ Id }, index) => entries.findIndex((other) => other.Id === Id) < index);
  if (repeated) throw new AwsError('BatchEntryIdsNotDistinct', `Id ${repeated.Id} repeated.`);
}

/** Runs each entry by itself: some may succeed while others fail. */
export function forEachEntry<Entry extends { readonly Id: string }, Result>(
  entries: readonly Entry[],
  run: (entry: Entry) => Result,
): { Successful: ({ Id: string } & Result)[]; Failed: object[] } {
  const Successful: ({ Id: string } & Result)[] = [];
  const Failed: object[] = [];
  for (const entry of entries) {
    try {
      Successful.push({ Id: entry.Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      Failed.push({ Id: entry.Id, SenderFault: true, Code: error.code, Message: error.message });
    }
  }
  return { Successful, Failed };
}

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
