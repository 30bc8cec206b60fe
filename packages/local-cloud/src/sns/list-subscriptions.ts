import { z } from 'zod';
import type { CloudContext } from '../cloud-context.ts';
import { pageOf } from '../page.ts';
import type { Operation } from '../service.ts';
import { onePage, parseInput, topicArn } from './request.ts';
import type { Subscription } from './subscription.ts';
import type { Topics } from './topics.ts';

const schema = z.object({ NextToken: z.string().optional() });

export const listSubscriptions = (topics: Topics, context: CloudContext): Operation<unknown> => ({
  permissions: () => [{ action: 'sns:ListSubscriptions', resource: '*' }],
  async run(request) {
    return described(topics.subscriptions(), parseInput(schema, request).NextToken, context);
  },
});

const byTopicSchema = schema.extend({ TopicArn: topicArn });

export const listSubscriptionsByTopic = (topics: Topics, context: CloudContext): Operation<unknown> => ({
  permissions: topics.permission('ListSubscriptionsByTopic'),
  async run(request) {
    const { TopicArn, NextToken } = parseInput(byTopicSchema, request);
    return described(topics.subscriptionsOf(topics.get(TopicArn).arn), NextToken, context);
  },
});

function described(subscriptions: readonly Subscription[], token: string | undefined, { accountId }: CloudContext) {
  const { items, next } = pageOf(subscriptions, onePage(token));
  return {
    Subscriptions: items.map(({ arn, topicArn: TopicArn, protocol, endpoint, confirmed }) => ({
      SubscriptionArn: confirmed ? arn : 'PendingConfirmation',
      Owner: accountId,
      Protocol: protocol,
      Endpoint: endpoint,
      TopicArn,
    })),
    NextToken: next,
  };
}
