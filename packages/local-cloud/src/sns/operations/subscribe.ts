import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { invalidParameter } from '../errors.ts';
import { flag, parseInput, topicArn } from '../request.ts';
import {
  checkSubscriptionAttributes,
  PROTOCOLS,
  type Subscription,
  type SubscriptionProtocol,
} from '../subscription.ts';
import type { Topics } from '../topics.ts';

const schema = z.object({
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
    const { TopicArn, Protocol, Endpoint, Attributes, ReturnSubscriptionArn } = parseInput(schema, request);
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
