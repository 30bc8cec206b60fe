import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import { messageSize, parseMessageAttributes } from '../../sqs/message.ts';
import { checkBatch, forEachEntry } from '../../sqs/request.ts';
import type { FanOut } from '../fan-out.ts';
import { parseInput, topicArn } from '../request.ts';
import { maximumMessageSize } from '../topic-attributes.ts';
import type { Topics } from '../topics.ts';
import { messageFields, publishTo } from './publish.ts';

const schema = z.object({
  TopicArn: topicArn,
  PublishBatchRequestEntries: z.array(messageFields.extend({ Id: z.string() })).default([]),
});

export const publishBatch = (topics: Topics, fanOut: FanOut): Operation<unknown> => ({
  permissions: topics.permission('Publish'),
  async run(request) {
    const { TopicArn, PublishBatchRequestEntries: entries } = parseInput(schema, request);
    const topic = topics.get(TopicArn);
    checkBatch(entries);
    const size = entries.reduce(
      (sum, { Message, MessageAttributes }) => sum + messageSize(Message, parseMessageAttributes(MessageAttributes)),
      0,
    );
    if (size > maximumMessageSize(topic)) {
      throw new AwsError('BatchRequestTooLong', 'The length of all the messages put together is more than the limit.');
    }
    return forEachEntry(entries, (entry) => ({ MessageId: publishTo(topics, fanOut, topic, entry) }));
  },
});
