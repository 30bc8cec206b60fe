import { z } from 'zod';
import type { Operation } from '../service.ts';
import { page } from './page.ts';
import { parseRequest } from './request.ts';
import type { Topics } from './topics.ts';

const schema = z.object({ NextToken: z.string().optional() });

export const listTopics = (topics: Topics): Operation<unknown> => ({
  permissions: () => [{ action: 'sns:ListTopics', resource: '*' }],
  async run(request) {
    const { elements, NextToken } = page(topics.all(), parseRequest(schema, request).NextToken);
    return { Topics: elements.map(({ arn }) => ({ TopicArn: arn })), NextToken };
  },
});
