import { z } from 'zod';
import type { CloudContext } from '../../cloud-context.ts';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import { flag, invalidParameter, onePage, parseInput, topicArn } from '../request.ts';
import {
  checkSubscriptionAttributes,
  PROTOCOLS,
  type Subscription,
  type SubscriptionProtocol,
} from '../subscription.ts';
import type { Topics } from '../topics.ts';

const subscribeSchema = z.object({
  TopicArn: topicArn,
  Protocol: z.string(),
  Endpoint: z.string().default(''),
  Attributes: z.record(z.string(), z.string()).default({}),
  ReturnSubscriptionArn: flag.default(false),
});

/** What an endpoint must look like for its protocol. */
const ENDPOINTS: Readonly<Record<SubscriptionProtocol, { pattern: RegExp; problem: string }>> = {
  lambda: { pattern: /^arn:aws:lambda:[^:]+:\d{12}:function:[^:]+(:[^:]+)?$/, problem: 'Lambda endpoint ARN' },
  sqs: { pattern: /^arn:aws:sqs:[^:]+:\d{12}:[A-Za-z0-9_-]+$/, problem: 'SQS endpoint ARN' },
  email: { pattern: /^[^@\s]+@[^@\s]+$/, problem: 'Email address' },
  'email-json': { pattern: /^[^@\s]+@[^@\s]+$/, problem: 'Email address' },
};

export const subscribe = (topics: Topics): Operation<unknown> => ({
  permissions: topics.permission('Subscribe'),
  async run(request) {
    const { TopicArn, Protocol, Endpoint, Attributes, ReturnSubscriptionArn } = parseInput(subscribeSchema, request);
    const topic = topics.get(TopicArn);
    const protocol = PROTOCOLS.find((one) => one === Protocol);
    if (!protocol) {
      throw invalidParameter(`Protocol: the local cloud delivers to ${PROTOCOLS.join(', ')}, not to ${Protocol}`);
    }
    const { pattern, problem } = ENDPOINTS[protocol];
    if (!pattern.test(Endpoint)) throw invalidParameter(problem);
    checkSubscriptionAttributes(Attributes);

    const existing = topics
      .subscriptionsOf(topic.arn)
      .find((subscription) => subscription.protocol === protocol && subscription.endpoint === Endpoint);
    if (existing) {
      const differs = Object.entries(Attributes).some(([name, value]) => existing.attributes[name] !== value);
      if (differs) {
        throw invalidParameter('Attributes Reason: Subscription already exists with different attributes');
      }
      return { SubscriptionArn: shownArn(existing, ReturnSubscriptionArn) };
    }

    const subscription: Subscription = {
      arn: topics.newSubscriptionArn(topic.arn),
      topicArn: topic.arn,
      protocol,
      endpoint: Endpoint,
      attributes: Attributes,
      confirmed: protocol === 'lambda' || protocol === 'sqs',
    };
    topics.putSubscription(subscription);
    return { SubscriptionArn: shownArn(subscription, ReturnSubscriptionArn) };
  },
});

const shownArn = ({ arn, confirmed }: Subscription, always: boolean): string =>
  confirmed || always ? arn : 'pending confirmation';

const unsubscribeSchema = z.object({ SubscriptionArn: z.string() });

/** Unsubscribing somebody who is not subscribed any more changes nothing. */
export const unsubscribe = (topics: Topics): Operation<unknown> => ({
  permissions: topics.permission('Unsubscribe'),
  async run(request) {
    const { SubscriptionArn } = parseInput(unsubscribeSchema, request);
    if (!/^arn:aws:sns:[^:]*:\d{12}:[^:]+:[^:]+$/.test(SubscriptionArn)) {
      throw invalidParameter(`SubscriptionArn Reason: ${SubscriptionArn} is not the ARN of a subscription`);
    }
    topics.deleteSubscription(SubscriptionArn);
    return {};
  },
});

const listSubscriptionsByTopicSchema = z.object({ TopicArn: topicArn, NextToken: z.string().optional() });

export const listSubscriptionsByTopic = (topics: Topics, context: CloudContext): Operation<unknown> => ({
  permissions: topics.permission('ListSubscriptionsByTopic'),
  async run(request) {
    const { TopicArn, NextToken } = parseInput(listSubscriptionsByTopicSchema, request);
    const { items, next } = pageOf(topics.subscriptionsOf(topics.get(TopicArn).arn), onePage(NextToken));
    const Subscriptions = items.map(({ arn, protocol, endpoint, confirmed }) => ({
      SubscriptionArn: confirmed ? arn : 'PendingConfirmation',
      Owner: context.accountId,
      Protocol: protocol,
      Endpoint: endpoint,
      TopicArn,
    }));
    return { Subscriptions, NextToken: next };
  },
});

const setSubscriptionAttributesSchema = z.object({
  SubscriptionArn: z.string(),
  AttributeName: z.string(),
  AttributeValue: z.string().optional(),
});

/** No value takes the attribute away. */
export const setSubscriptionAttributes = (topics: Topics): Operation<unknown> => ({
  permissions: topics.permission('SetSubscriptionAttributes'),
  async run(request) {
    const {
      SubscriptionArn,
      AttributeName,
      AttributeValue = '',
    } = parseInput(setSubscriptionAttributesSchema, request);
    const subscription = topics.subscription(SubscriptionArn);
    const { [AttributeName]: _, ...others } = subscription.attributes;
    const attributes = AttributeValue === '' ? others : { ...others, [AttributeName]: AttributeValue };
    checkSubscriptionAttributes({ ...others, [AttributeName]: AttributeValue === '' ? '{}' : AttributeValue });
    topics.putSubscription({ ...subscription, attributes });
    return {};
  },
});
