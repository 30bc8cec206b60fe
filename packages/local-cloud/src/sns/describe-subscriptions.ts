import type { CloudContext } from '../cloud-context.ts';
import { pageOf } from '../page.ts';
import { onePage } from './request.ts';
import type { Subscription } from './subscription.ts';

/** One page of subscriptions, as both lists show them. */
export function describeSubscriptions(
  subscriptions: readonly Subscription[],
  token: string | undefined,
  { accountId }: CloudContext,
) {
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
