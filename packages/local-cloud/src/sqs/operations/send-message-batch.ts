import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import { messageSize, parseMessageAttributes } from '../message.ts';
import type { Queues } from '../queues.ts';
import { checkBatch, forEachEntry, parseInput, queueUrl } from '../request.ts';
import { messageFields, send } from './send-message.ts';

const LARGEST_BATCH = 1_048_576;

const schema = z.object({ QueueUrl: queueUrl, Entries: z.array(messageFields.extend({ Id: z.string() })) });

export const sendMessageBatch = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('SendMessage'),
  async run(request, { caller }) {
    const { QueueUrl, Entries } = parseInput(schema, request);
    const queue = queues.get(QueueUrl);
    checkBatch(Entries);
    const size = Entries.reduce(
      (sum, { MessageBody, MessageAttributes }) =>
        sum + messageSize(MessageBody, parseMessageAttributes(MessageAttributes)),
      0,
    );
    if (size > LARGEST_BATCH) {
      throw new AwsError(
        'BatchRequestTooLong',
        `Batch requests cannot be longer than ${LARGEST_BATCH} bytes. You have sent ${size} bytes.`,
      );
    }
    return forEachEntry(Entries, (entry) => send(queue, entry, caller));
  },
});
