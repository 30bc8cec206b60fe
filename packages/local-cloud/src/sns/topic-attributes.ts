import { parsePolicy } from '../iam/policy-document.ts';
import { invalidParameter } from './errors.ts';
import type { Topic } from './topics.ts';

/** "The default is 262144 (256 KiB)"; a topic may ask for up to 1 MiB. */
const DEFAULT_MESSAGE_SIZE = 262_144;
const TEXTS = new Set(['DisplayName', 'DeliveryPolicy', 'KmsMasterKeyId', 'SignatureVersion', 'TracingConfig']);
const FEEDBACK =
  /^(HTTP|Application|Lambda|SQS|Firehose)(SuccessFeedbackRoleArn|SuccessFeedbackSampleRate|FailureFeedbackRoleArn)$/;

export function checkTopicAttribute(name: string, value: string): void {
  if (name === 'Policy') {
    try {
      parsePolicy(value, 'resource');
    } catch (error) {
      throw invalidParameter(`Policy Error: ${(error as Error).message}`);
    }
  } else if (name === 'MaximumMessageSize') {
    const size = Number(value);
    if (!Number.isInteger(size) || size < 1024 || size > 1_048_576) {
      throw invalidParameter(`MaximumMessageSize: ${value} is not a whole number from 1024 to 1048576`);
    }
  } else if (!TEXTS.has(name) && !FEEDBACK.test(name) && !(name === 'FifoTopic' && value === 'false')) {
    throw invalidParameter(`AttributeName: ${name} is not an attribute of a topic`);
  }
}

export const maximumMessageSize = (topic: Topic): number =>
  Number(topic.attributes.MaximumMessageSize ?? DEFAULT_MESSAGE_SIZE);
