import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { invalidParameter } from '../errors.ts';
import { parseInput } from '../request.ts';
import type { Topics } from '../topics.ts';

const schema = z.object({ SubscriptionArn: z.string() });

/** Unsubscribing somebody who is not subscribed any more changes nothing. */
export const unsubscribe = (topics: Topics): Operation<unknown> => ({
  permissions: topics.permission('Unsubscribe'),
  async run(request) {
    const { SubscriptionArn } = parseInput(schema, request);
    if (!/^arn:aws:sns:[^:]*:\d{12}:[^:]+:[^:]+$/.test(SubscriptionArn)) {
      throw invalidParameter(`SubscriptionArn Reason: ${SubscriptionArn} is not the ARN of a subscription`);
    }
    topics.deleteSubscription(SubscriptionArn);
    return {};
  },
});
