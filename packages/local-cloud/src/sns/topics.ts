import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { CloudContext } from '../cloud-context.ts';
import { parsePolicy } from '../iam/policy-document.ts';
import type { Permission } from '../service.ts';
import { DurableMap } from '../store/durable-map.ts';
import { invalidParameter, notFound } from './request.ts';
import type { Subscription } from './subscription.ts';

export interface Topic {
  readonly arn: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly tags: readonly { readonly Key: string; readonly Value: string }[];
}

/** Every topic of the account and who is subscribed to it. */
export class Topics {
  readonly #context: CloudContext;
  readonly #topics: DurableMap<Topic>;
  readonly #subscriptions: DurableMap<Subscription>;

  constructor(context: CloudContext) {
    this.#context = context;
    this.#topics = new DurableMap(join(context.dataDir, 'sns', 'topics.jsonl'));
    this.#subscriptions = new DurableMap(join(context.dataDir, 'sns', 'subscriptions.jsonl'));
  }

  arn(name: unknown): string {
    return `arn:aws:sns:${this.#context.region}:${this.#context.accountId}:${String(name)}`;
  }

  all(): Topic[] {
    return [...this.#topics.values()];
  }

  find(arn: string): Topic | undefined {
    return this.#topics.get(arn);
  }

  get(arn: string): Topic {
    const topic = this.#topics.get(arn);
    if (!topic) throw notFound('Topic');
    return topic;
  }

  put(topic: Topic): void {
    this.#topics.set(topic.arn, topic);
  }

  /** "Deleting a topic deletes all its subscriptions." */
  delete(arn: string): void {
    for (const subscription of this.subscriptionsOf(arn)) this.#subscriptions.delete(subscription.arn);
    this.#topics.delete(arn);
  }

  subscriptions(): Subscription[] {
    return [...this.#subscriptions.values()];
  }

  subscriptionsOf(topicArn: string): Subscription[] {
    return this.subscriptions().filter((subscription) => subscription.topicArn === topicArn);
  }

  subscription(arn: string): Subscription {
    const subscription = this.#subscriptions.get(arn);
    if (!subscription) throw notFound('Subscription');
    return subscription;
  }

  putSubscription(subscription: Subscription): void {
    this.#subscriptions.set(subscription.arn, subscription);
  }

  deleteSubscription(arn: string): void {
    this.#subscriptions.delete(arn);
  }

  newSubscriptionArn = (topicArn: string): string => `${topicArn}:${randomUUID()}`;

  permission =
    (operation: string) =>
    (input: unknown): Permission[] => {
      const { TopicArn, TargetArn, SubscriptionArn } = (input ?? {}) as Record<string, unknown>;
      const resource = TopicArn ?? TargetArn ?? String(SubscriptionArn).split(':').slice(0, 6).join(':');
      return [{ action: `sns:${operation}`, resource: String(resource) }];
    };

  close(): void {
    this.#topics.close();
    this.#subscriptions.close();
  }
}

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
