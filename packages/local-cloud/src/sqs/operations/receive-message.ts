import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { type MessageAttributes, md5, md5OfAttributes } from '../message.ts';
import { type Message, type Queue, receiptHandle } from '../queue.ts';
import type { Queues } from '../queues.ts';
import { parseInput, queueUrl } from '../request.ts';

const schema = z.object({
  QueueUrl: queueUrl,
  MaxNumberOfMessages: z.int().min(1).max(10).default(1),
  VisibilityTimeout: z.int().min(0).max(43_200).optional(),
  WaitTimeSeconds: z.int().min(0).max(20).optional(),
  AttributeNames: z.array(z.string()).default([]),
  MessageSystemAttributeNames: z.array(z.string()).default([]),
  MessageAttributeNames: z.array(z.string()).default([]),
});

export const receiveMessage = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('ReceiveMessage'),
  async run(request) {
    const input = parseInput(schema, request);
    const queue = queues.get(input.QueueUrl);
    const until = Date.now() + (input.WaitTimeSeconds ?? queue.number('ReceiveMessageWaitTimeSeconds')) * 1000;
    for (;;) {
      const messages = queue.take(
        input.MaxNumberOfMessages,
        input.VisibilityTimeout ?? queue.number('VisibilityTimeout'),
        deadLetter(queues, queue),
      );
      const left = until - Date.now();
      if (messages.length > 0) return { Messages: messages.map((message) => described(message, input)) };
      if (left <= 0 || queues.closed || !queues.find(queue.definition.name)) return {};
      await queue.changed(left);
    }
  },
});

/** "The number of times a message is delivered to the source queue before being moved to the dead-letter queue." */
function deadLetter(queues: Queues, queue: Queue): ((message: Message) => boolean) | undefined {
  const { redrive } = queue;
  const target = redrive && queues.byArn(redrive.deadLetterTargetArn);
  if (!redrive || !target) return undefined;
  return ({ id, body, attributes, senderId, sentAt, receiveCount }) => {
    if (receiveCount < redrive.maxReceiveCount) return false;
    const deadLetterSource = queues.arn(queue.definition.name);
    target.send({ id, body, attributes, senderId, sentAt, deadLetterSource }, 0);
    return true;
  };
}

function described(message: Message, input: z.output<typeof schema>): Record<string, unknown> {
  const system = systemAttributes(message, [...input.AttributeNames, ...input.MessageSystemAttributeNames]);
  const attributes = chosen(message.attributes, input.MessageAttributeNames);
  return {
    MessageId: message.id,
    ReceiptHandle: receiptHandle(message),
    MD5OfBody: md5(message.body),
    Body: message.body,
    ...(Object.keys(system).length > 0 && { Attributes: system }),
    ...(Object.keys(attributes).length > 0 && {
      MessageAttributes: attributes,
      MD5OfMessageAttributes: md5OfAttributes(attributes),
    }),
  };
}

function systemAttributes(message: Message, names: readonly string[]): Record<string, string> {
  const all: Record<string, string> = {
    SenderId: message.senderId,
    SentTimestamp: String(message.sentAt),
    ApproximateReceiveCount: String(message.receiveCount),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedAt),
    ...(message.deadLetterSource && { DeadLetterQueueSourceArn: message.deadLetterSource }),
  };
  return names.includes('All') ? all : Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
}

/** By name, by `prefix.*`, or all of them. */
function chosen(attributes: MessageAttributes, names: readonly string[]): MessageAttributes {
  const wanted = (name: string) =>
    names.some(
      (pattern) =>
        pattern === 'All' ||
        pattern === '.*' ||
        pattern === name ||
        (pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -1))),
    );
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => wanted(name)));
}
