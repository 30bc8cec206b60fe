import { z } from 'zod';
import type { CloudContext } from '../../cloud-context.ts';
import type { Operation } from '../../service.ts';
import { describeSubscriptions } from '../describe-subscriptions.ts';
import { parseInput } from '../request.ts';
import type { Topics } from '../topics.ts';

const schema = z.object({ NextToken: z.string().optional() });

export const listSubscriptions = (topics: Topics, context: CloudContext): Operation<unknown> => ({
  permissions: () => [{ action: 'sns:ListSubscriptions', resource: '*' }],
  async run(request) {
    return describeSubscriptions(topics.subscriptions(), parseInput(schema, request).NextToken, context);
  },
});
