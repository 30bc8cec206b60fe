import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { parseInput, topicArn } from '../request.ts';
import type { Topics } from '../topics.ts';

const schema = z.object({ TopicArn: topicArn });

/** "This action is idempotent, so deleting a topic that does not exist does not result in an error." */
export const deleteTopic = (topics: Topics): Operation<unknown> => ({
  permissions: topics.permission('DeleteTopic'),
  async run(request) {
    topics.delete(parseInput(schema, request).TopicArn);
    return {};
  },
});
