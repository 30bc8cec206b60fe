import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { parseInput } from '../request.ts';
import { checkSubscriptionAttributes } from '../subscription.ts';
import type { Topics } from '../topics.ts';

const schema = z.object({
  SubscriptionArn: z.string(),
  AttributeName: z.string(),
  AttributeValue: z.string().optional(),
});

/** No value takes the attribute away. */
export const setSubscriptionAttributes = (topics: Topics): Operation<unknown> => ({
  permissions: topics.permission('SetSubscriptionAttributes'),
  async run(request) {
    const { SubscriptionArn, AttributeName, AttributeValue = '' } = parseInput(schema, request);
    const subscription = topics.subscription(SubscriptionArn);
    const { [AttributeName]: _, ...others } = subscription.attributes;
    const attributes = AttributeValue === '' ? others : { ...others, [AttributeName]: AttributeValue };
    checkSubscriptionAttributes({ ...others, [AttributeName]: AttributeValue === '' ? '{}' : AttributeValue });
    topics.putSubscription({ ...subscription, attributes });
    return {};
  },
});
