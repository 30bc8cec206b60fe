import { z } from 'zod';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import { onePage, parseInput } from '../request.ts';
import type { Topics } from '../topics.ts';

const schema = z.object({ NextToken: z.string().optional() });

export const listTopics = (topics: Topics): Operation<unknown> => ({
  permissions: () => [{ action: 'sns:ListTopics', resource: '*' }],
  async run(request) {
    const { items, next } = pageOf(topics.all(), onePage(parseInput(schema, request).NextToken));
    return { Topics: items.map(({ arn }) => ({ TopicArn: arn })), NextToken: next };
  },
});
