import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Caller, Operation } from '../../service.ts';
import { invalidParameter } from '../errors.ts';
import {
  checkAttributeCount,
  checkBody,
  md5,
  md5OfAttributes,
  messageAttributes,
  messageSize,
  parseMessageAttributes,
} from '../message.ts';
import type { Queue } from '../queue.ts';
import type { Queues } from '../queues.ts';
import { parseInput, queueUrl } from '../request.ts';

/** What SendMessage has in common with an entry of a batch. */
export const messageFields = z.object({
  MessageBody: z.string(),
  DelaySeconds: z.int().min(0).max(900).optional(),
  MessageAttributes: messageAttributes,
  MessageSystemAttributes: messageAttributes,
});

const schema = messageFields.extend({ QueueUrl: queueUrl });

export const sendMessage = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('SendMessage'),
  async run(request, { caller }) {
    const { QueueUrl, ...message } = parseInput(schema, request);
    return send(queues.get(QueueUrl), message, caller);
  },
});

export function send(queue: Queue, input: z.output<typeof messageFields>, caller: Caller) {
  const { MessageBody: body, DelaySeconds } = input;
  checkBody(body);
  const attributes = parseMessageAttributes(input.MessageAttributes);
  checkAttributeCount(attributes);
  const limit = queue.number('MaximumMessageSize');
  if (messageSize(body, attributes) > limit) {
    throw invalidParameter(`One or more parameters are invalid. Reason: Message must be shorter than ${limit} bytes.`);
  }
  const id = randomUUID();
  queue.send(
    { id, body, attributes, senderId: caller.arn, sentAt: Date.now() },
    DelaySeconds ?? queue.number('DelaySeconds'),
  );
  return { MessageId: id, MD5OfMessageBody: md5(body), MD5OfMessageAttributes: md5OfAttributes(attributes) };
}
