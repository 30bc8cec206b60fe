import { z } from 'zod';
import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import { parseInput } from '../request.ts';
import type { Topics } from '../topics.ts';

const schema = z.object({ SubscriptionArn: z.string() });

export const getSubscriptionAttributes = (topics: Topics, { accountId }: CloudContext): Operation<unknown> => ({
  permissions: topics.permission('GetSubscriptionAttributes'),
  async run(request) {
    const subscription = topics.subscription(parseInput(schema, request).SubscriptionArn);
    return {
      Attributes: {
        RawMessageDelivery: 'false',
        ...subscription.attributes,
        SubscriptionArn: subscription.arn,
        TopicArn: subscription.topicArn,
        Protocol: subscription.protocol,
        Endpoint: subscription.endpoint,
        Owner: accountId,
        PendingConfirmation: String(!subscription.confirmed),
        ConfirmationWasAuthenticated: String(subscription.confirmed),
      },
    };
  },
});
