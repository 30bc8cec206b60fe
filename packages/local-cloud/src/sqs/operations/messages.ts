import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Caller, Operation } from '../../service.ts';
import {
  checkAttributeCount,
  checkBody,
  type MessageAttributes,
  md5,
  md5OfAttributes,
  messageAttributes,
  messageSize,
  parseMessageAttributes,
} from '../message.ts';
import { type Message, type Queue, receiptHandle } from '../queue.ts';
import type { Queues } from '../queues.ts';
import { checkBatch, forEachEntry, invalidParameter, parseInput, queueUrl } from '../request.ts';

/** What SendMessage has in common with an entry of a batch. */
export const messageFields = z.object({
  MessageBody: z.string(),
  DelaySeconds: z.int().min(0).max(900).optional(),
  MessageAttributes: messageAttributes,
  MessageSystemAttributes: messageAttributes,
});

const sendMessageSchema = messageFields.extend({ QueueUrl: queueUrl });

export const sendMessage = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('SendMessage'),
  async run(request, { caller }) {
    const { QueueUrl, ...message } = parseInput(sendMessageSchema, request);
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

const LARGEST_BATCH = 1_048_576;

const sendMessageBatchSchema = z.object({
  QueueUrl: queueUrl,
  Entries: z.array(messageFields.extend({ Id: z.string() })),
});

export const sendMessageBatch = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('SendMessage'),
  async run(request, { caller }) {
    const { QueueUrl, Entries } = parseInput(sendMessageBatchSchema, request);
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

const receiveMessageSchema = z.object({
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
    const input = parseInput(receiveMessageSchema, request);
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

function described(message: Message, input: z.output<typeof receiveMessageSchema>): Record<string, unknown> {
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

const deleteMessageSchema = z.object({ QueueUrl: queueUrl, ReceiptHandle: z.string() });

export const deleteMessage = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('DeleteMessage'),
  async run(request) {
    const { QueueUrl, ReceiptHandle } = parseInput(deleteMessageSchema, request);
    queues.get(QueueUrl).deleteByReceipt(ReceiptHandle);
    return {};
  },
});

const deleteMessageBatchSchema = z.object({
  QueueUrl: queueUrl,
  Entries: z.array(z.object({ Id: z.string(), ReceiptHandle: z.string() })),
});

export const deleteMessageBatch = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('DeleteMessage'),
  async run(request) {
    const { QueueUrl, Entries } = parseInput(deleteMessageBatchSchema, request);
    const queue = queues.get(QueueUrl);
    checkBatch(Entries);
    return forEachEntry(Entries, ({ ReceiptHandle }) => {
      queue.deleteByReceipt(ReceiptHandle);
      return {};
    });
  },
});

const changeMessageVisibilitySchema = z.object({
  QueueUrl: queueUrl,
  ReceiptHandle: z.string(),
  VisibilityTimeout: z.int().min(0).max(43_200),
});

export const changeMessageVisibility = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('ChangeMessageVisibility'),
  async run(request) {
    const { QueueUrl, ReceiptHandle, VisibilityTimeout } = parseInput(changeMessageVisibilitySchema, request);
    queues.get(QueueUrl).changeVisibility(ReceiptHandle, VisibilityTimeout);
    return {};
  },
});
