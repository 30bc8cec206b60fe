import { z } from 'zod';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import { invalidParameter, onePage, parseInput, topicArn } from '../request.ts';
import { checkTopicAttribute, type Topics } from '../topics.ts';

const NAME = /^[A-Za-z0-9_-]{1,256}$/;

const createTopicSchema = z.object({
  Name: z.string(),
  Attributes: z.record(z.string(), z.string()).default({}),
  Tags: z.array(z.object({ Key: z.string(), Value: z.string() })).default([]),
});

export const createTopic = (topics: Topics): Operation<unknown> => ({
  permissions: (input) => [
    { action: 'sns:CreateTopic', resource: topics.arn((input as { Name?: unknown } | undefined)?.Name) },
  ],
  async run(request) {
    const { Name, Attributes, Tags } = parseInput(createTopicSchema, request);
    if (Name.endsWith('.fifo') || Attributes.FifoTopic === 'true') {
      throw invalidParameter(`Topic Name: the local cloud hosts standard topics only; ${Name} would be a FIFO topic`);
    }
    if (!NAME.test(Name)) throw invalidParameter('Topic Name');
    for (const [name, value] of Object.entries(Attributes)) checkTopicAttribute(name, value);
    const arn = topics.arn(Name);
    const existing = topics.find(arn);
    if (!existing) topics.put({ arn, attributes: Attributes, tags: Tags });
    else if (Object.entries(Attributes).some(([name, value]) => existing.attributes[name] !== value)) {
      throw invalidParameter('Attributes Reason: Topic already exists with different attributes');
    }
    return { TopicArn: arn };
  },
});

const deleteTopicSchema = z.object({ TopicArn: topicArn });

/** "This action is idempotent, so deleting a topic that does not exist does not result in an error." */
export const deleteTopic = (topics: Topics): Operation<unknown> => ({
  permissions: topics.permission('DeleteTopic'),
  async run(request) {
    topics.delete(parseInput(deleteTopicSchema, request).TopicArn);
    return {};
  },
});

const listTopicsSchema = z.object({ NextToken: z.string().optional() });

export const listTopics = (topics: Topics): Operation<unknown> => ({
  permissions: () => [{ action: 'sns:ListTopics', resource: '*' }],
  async run(request) {
    const { items, next } = pageOf(topics.all(), onePage(parseInput(listTopicsSchema, request).NextToken));
    return { Topics: items.map(({ arn }) => ({ TopicArn: arn })), NextToken: next };
  },
});

const setTopicAttributesSchema = z.object({
  TopicArn: topicArn,
  AttributeName: z.string(),
  AttributeValue: z.string().default(''),
});

export const setTopicAttributes = (topics: Topics): Operation<unknown> => ({
  permissions: topics.permission('SetTopicAttributes'),
  async run(request) {
    const { TopicArn, AttributeName, AttributeValue } = parseInput(setTopicAttributesSchema, request);
    const topic = topics.get(TopicArn);
    checkTopicAttribute(AttributeName, AttributeValue);
    topics.put({ ...topic, attributes: { ...topic.attributes, [AttributeName]: AttributeValue } });
    return {};
  },
});
