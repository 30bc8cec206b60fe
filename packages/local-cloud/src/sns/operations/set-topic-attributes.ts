import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { parseInput, topicArn } from '../request.ts';
import { checkTopicAttribute } from '../topic-attributes.ts';
import type { Topics } from '../topics.ts';

const schema = z.object({ TopicArn: topicArn, AttributeName: z.string(), AttributeValue: z.string().default('') });

export const setTopicAttributes = (topics: Topics): Operation<unknown> => ({
  permissions: topics.permission('SetTopicAttributes'),
  async run(request) {
    const { TopicArn, AttributeName, AttributeValue } = parseInput(schema, request);
    const topic = topics.get(TopicArn);
    checkTopicAttribute(AttributeName, AttributeValue);
    topics.put({ ...topic, attributes: { ...topic.attributes, [AttributeName]: AttributeValue } });
    return {};
  },
});
