import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { messageAttributes, messageSize, parseMessageAttributes } from '../../sqs/message.ts';
import type { FanOut } from '../fan-out.ts';
import { invalidParameter, parseInput } from '../request.ts';
import { maximumMessageSize, type Topic, type Topics } from '../topics.ts';

const messageFields = z.object({
  Message: z.string(),
  Subject: z.string().optional(),
  MessageStructure: z.string().optional(),
  MessageAttributes: messageAttributes,
});

const publishSchema = messageFields.extend({
  TopicArn: z.string().optional(),
  TargetArn: z.string().optional(),
  PhoneNumber: z.string().optional(),
});

export const publish = (topics: Topics, fanOut: FanOut): Operation<unknown> => ({
  permissions: topics.permission('Publish'),
  async run(request) {
    const { TopicArn, TargetArn, PhoneNumber, ...message } = parseInput(publishSchema, request);
    if (PhoneNumber !== undefined) throw invalidParameter('PhoneNumber: the local cloud sends no text messages');
    const arn = TopicArn ?? TargetArn;
    if (arn === undefined) throw invalidParameter('TopicArn or TargetArn Reason: no value for required parameter');
    if (!/^arn:aws:sns:[^:]*:\d{12}:[^:]+$/.test(arn)) {
      throw invalidParameter(`TopicArn Reason: ${arn} is not the ARN of a topic`);
    }
    return { MessageId: publishTo(topics, fanOut, topics.get(arn), message) };
  },
});

function publishTo(topics: Topics, fanOut: FanOut, topic: Topic, input: z.output<typeof messageFields>): string {
  const { Message, Subject, MessageStructure } = input;
  if (Message === '') throw invalidParameter('Empty message');
  if (Subject !== undefined) checkSubject(Subject);
  const attributes = parseMessageAttributes(input.MessageAttributes);
  if (messageSize(Message, attributes) > maximumMessageSize(topic)) throw invalidParameter('Message too long');
  const messageId = randomUUID();
  fanOut.publish(
    {
      messageId,
      topicArn: topic.arn,
      subject: Subject,
      messageFor: messagesByProtocol(Message, MessageStructure),
      attributes,
      timestamp: new Date().toISOString(),
    },
    topics.subscriptionsOf(topic.arn),
  );
  return messageId;
}

/** "ASCII text that begins with a letter, number, or punctuation mark; no line breaks; less than 100 characters." */
function checkSubject(subject: string): void {
  if (!/^[\x21-\x7e][\x20-\x7e]{0,99}$/.test(subject)) throw invalidParameter('Subject');
}

function messagesByProtocol(message: string, structure: string | undefined): (protocol: string) => string {
  if (structure === undefined) return () => message;
  if (structure !== 'json') throw invalidParameter(`MessageStructure: ${structure} must be json`);
  let messages: unknown;
  try {
    messages = JSON.parse(message);
  } catch {
    throw invalidParameter('Message Structure - JSON message body failed to parse');
  }
  const { default: fallback, ...others } = (messages ?? {}) as Record<string, unknown>;
  if (typeof fallback !== 'string') throw invalidParameter('Message Structure - No default entry in JSON message body');
  return (protocol) => {
    const own = Object.hasOwn(others, protocol) ? others[protocol] : undefined;
    return typeof own === 'string' ? own : fallback;
  };
}
