import { AwsError } from '../aws-error.ts';
import { parsePolicy } from '../iam/policy-document.ts';
import { invalidAttribute, invalidParameter } from './request.ts';

/** "1,024 bytes (1 KiB) to 1,048,576 bytes (1 MiB). Default: 1,048,576 bytes (1 MiB)." */
const NUMBERS: Readonly<Record<string, { min: number; max: number; default: number }>> = {
  DelaySeconds: { min: 0, max: 900, default: 0 },
  KmsDataKeyReusePeriodSeconds: { min: 60, max: 86_400, default: 300 },
  MaximumMessageSize: { min: 1024, max: 1_048_576, default: 1_048_576 },
  MessageRetentionPeriod: { min: 60, max: 1_209_600, default: 345_600 },
  ReceiveMessageWaitTimeSeconds: { min: 0, max: 20, default: 0 },
  VisibilityTimeout: { min: 0, max: 43_200, default: 30 },
};
const TEXTS = new Set(['Policy', 'RedrivePolicy', 'RedriveAllowPolicy', 'KmsMasterKeyId', 'SqsManagedSseEnabled']);
const FIFO = new Set(['FifoQueue', 'ContentBasedDeduplication', 'DeduplicationScope', 'FifoThroughputLimit']);

export type QueueAttributes = Readonly<Record<string, string>>;

/** Checks attributes as CreateQueue and SetQueueAttributes are given them; all values are text. */
export function checkAttributes(attributes: QueueAttributes, isQueue: (arn: string) => boolean): void {
  for (const [name, value] of Object.entries(attributes)) {
    const range = Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : undefined;
    if (range) checkNumber(name, value, range);
    else if (FIFO.has(name)) {
      if (value === 'true') {
        throw new AwsError(
          'UnsupportedOperation',
          'The local cloud hosts standard queues only; FIFO queues are not hosted.',
        );
      }
    } else if (!TEXTS.has(name)) {
      throw new AwsError('InvalidAttributeName', `Unknown Attribute ${name}.`);
    }
  }
  if (attributes.RedrivePolicy) {
    const { deadLetterTargetArn } = parseRedrivePolicy(attributes.RedrivePolicy);
    if (!isQueue(deadLetterTargetArn)) {
      throw invalidParameter(
        `Value ${attributes.RedrivePolicy} for parameter RedrivePolicy is invalid. Reason: Dead letter target does not exist.`,
      );
    }
  }
  if (attributes.Policy) checkPolicy(attributes.Policy);
}

export function numberAttribute(attributes: QueueAttributes, name: keyof typeof NUMBERS): number {
  return Number(attributes[name] ?? NUMBERS[name]?.default);
}

/** What GetQueueAttributes tells of every queue, set or not. */
export const DEFAULTS: QueueAttributes = {
  VisibilityTimeout: '30',
  MaximumMessageSize: '1048576',
  MessageRetentionPeriod: '345600',
  DelaySeconds: '0',
  ReceiveMessageWaitTimeSeconds: '0',
  SqsManagedSseEnabled: 'true',
};

export interface RedrivePolicy {
  readonly deadLetterTargetArn: string;
  readonly maxReceiveCount: number;
}

export function parseRedrivePolicy(text: string): RedrivePolicy {
  try {
    const { deadLetterTargetArn, maxReceiveCount } = JSON.parse(text) as Record<string, unknown>;
    const count = Number(maxReceiveCount);
    if (typeof deadLetterTargetArn === 'string' && Number.isInteger(count) && count >= 1 && count <= 1000) {
      return { deadLetterTargetArn, maxReceiveCount: count };
    }
  } catch {
    // Said below, as for any other wrong value.
  }
  throw invalidAttribute('RedrivePolicy', text, 'JSON with deadLetterTargetArn and maxReceiveCount (1 to 1000)');
}

function checkNumber(name: string, value: string, { min, max }: { min: number; max: number }): void {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw invalidAttribute(name, value, `a whole number from ${min} to ${max}`);
  }
}

function checkPolicy(text: string): void {
  try {
    parsePolicy(text, 'resource');
  } catch (error) {
    throw invalidAttribute('Policy', 'the policy', `a resource policy: ${(error as Error).message}`);
  }
}
