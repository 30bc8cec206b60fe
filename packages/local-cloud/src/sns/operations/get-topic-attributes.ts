import { z } from 'zod';
import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import { parseInput, topicArn } from '../request.ts';
import type { Topics } from '../topics.ts';

const schema = z.object({ TopicArn: topicArn });

export const getTopicAttributes = (topics: Topics, { accountId }: CloudContext): Operation<unknown> => ({
  permissions: topics.permission('GetTopicAttributes'),
  async run(request) {
    const topic = topics.get(parseInput(schema, request).TopicArn);
    const subscriptions = topics.subscriptionsOf(topic.arn);
    const confirmed = subscriptions.filter((subscription) => subscription.confirmed).length;
    return {
      Attributes: {
        DisplayName: '',
        ...topic.attributes,
        TopicArn: topic.arn,
        Owner: accountId,
        SubscriptionsConfirmed: String(confirmed),
        SubscriptionsPending: String(subscriptions.length - confirmed),
        SubscriptionsDeleted: '0',
      },
    };
  },
});
