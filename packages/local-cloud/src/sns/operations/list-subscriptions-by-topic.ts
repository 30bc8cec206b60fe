import { z } from 'zod';
import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import { describeSubscriptions } from '../describe-subscriptions.ts';
import { parseInput, topicArn } from '../request.ts';
import type { Topics } from '../topics.ts';

const schema = z.object({ TopicArn: topicArn, NextToken: z.string().optional() });

export const listSubscriptionsByTopic = (topics: Topics, context: CloudContext): Operation<unknown> => ({
  permissions: topics.permission('ListSubscriptionsByTopic'),
  async run(request) {
    const { TopicArn, NextToken } = parseInput(schema, request);
    return describeSubscriptions(topics.subscriptionsOf(topics.get(TopicArn).arn), NextToken, context);
  },
});
