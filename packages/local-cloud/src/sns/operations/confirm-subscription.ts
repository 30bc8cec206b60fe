import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { invalidParameter } from '../errors.ts';
import { parseInput, topicArn } from '../request.ts';
import type { Topics } from '../topics.ts';

const schema = z.object({ TopicArn: topicArn, Token: z.string() });

export const confirmSubscription = (topics: Topics): Operation<unknown> => ({
  permissions: topics.permission('ConfirmSubscription'),
  async run(request) {
    const { TopicArn, Token } = parseInput(schema, request);
    const subscription = topics.subscriptionsOf(topics.get(TopicArn).arn).find(({ token }) => token === Token);
    if (!subscription) throw invalidParameter('Token');
    topics.putSubscription({ ...subscription, confirmed: true });
    return { SubscriptionArn: subscription.arn };
  },
});
