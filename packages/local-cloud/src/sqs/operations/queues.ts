import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { Queue } from '../queue.ts';
import { checkAttributes, DEFAULTS } from '../queue-attributes.ts';
import type { Queues } from '../queues.ts';
import { invalidParameter, noSuchQueue, parseInput, queueUrl } from '../request.ts';

const NAME = /^[A-Za-z0-9_-]{1,80}$/;

const createQueueSchema = z.object({
  QueueName: z.string(),
  Attributes: z.record(z.string(), z.string()).default({}),
  tags: z.record(z.string(), z.string()).default({}),
});

export const createQueue = (queues: Queues): Operation<unknown> => ({
  permissions: (input) => [
    {
      action: 'sqs:CreateQueue',
      resource: queues.arn(String((input as { QueueName?: unknown } | undefined)?.QueueName)),
    },
  ],
  async run(request) {
    const { QueueName: name, Attributes: attributes, tags } = parseInput(createQueueSchema, request);
    if (name.endsWith('.fifo')) {
      throw new AwsError(
        'UnsupportedOperation',
        `The local cloud hosts standard queues only; ${name} would be a FIFO queue.`,
      );
    }
    if (!NAME.test(name)) {
      throw invalidParameter('Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length');
    }
    checkAttributes(attributes, (arn) => queues.byArn(arn) !== undefined);
    const existing = queues.find(name)?.definition;
    if (!existing) {
      queues.define({ name, attributes, tags, createdAt: Date.now(), modifiedAt: Date.now() });
    } else {
      const before = { ...DEFAULTS, ...existing.attributes };
      const differs = Object.entries(attributes).find(([key, value]) => before[key] !== value);
      if (differs) {
        throw new AwsError(
          'QueueNameExists',
          `A queue already exists with the same name and a different value for attribute ${differs[0]}`,
        );
      }
    }
    return { QueueUrl: queues.url(name) };
  },
});

const deleteQueueSchema = z.object({ QueueUrl: queueUrl });

export const deleteQueue = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('DeleteQueue'),
  async run(request) {
    const { QueueUrl } = parseInput(deleteQueueSchema, request);
    queues.drop(queues.get(QueueUrl).definition.name);
    return {};
  },
});

const getQueueUrlSchema = z.object({ QueueName: z.string(), QueueOwnerAWSAccountId: z.string().optional() });

export const getQueueUrl = (queues: Queues): Operation<unknown> => ({
  permissions: (input) => [
    {
      action: 'sqs:GetQueueUrl',
      resource: queues.arn(String((input as { QueueName?: unknown } | undefined)?.QueueName)),
    },
  ],
  async run(request) {
    const { QueueName } = parseInput(getQueueUrlSchema, request);
    if (!queues.find(QueueName)) throw noSuchQueue();
    return { QueueUrl: queues.url(QueueName) };
  },
});

const listQueuesSchema = z.object({
  QueueNamePrefix: z.string().default(''),
  MaxResults: z.int().min(1).max(1000).default(1000),
  NextToken: z.string().optional(),
});

export const listQueues = (queues: Queues): Operation<unknown> => ({
  permissions: () => [{ action: 'sqs:ListQueues', resource: '*' }],
  async run(request) {
    const { QueueNamePrefix, MaxResults, NextToken } = parseInput(listQueuesSchema, request);
    const names = queues.names().filter((name) => name.startsWith(QueueNamePrefix));
    const { items, next } = pageOf(names, {
      size: MaxResults,
      token: NextToken,
      refusal: () => invalidParameter('The specified NextToken is not valid.'),
    });
    return { QueueUrls: items.map((name) => queues.url(name)), NextToken: next };
  },
});

const ONCE_A_MINUTE = 60_000;

const purgeQueueSchema = z.object({ QueueUrl: queueUrl });

export const purgeQueue = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('PurgeQueue'),
  async run(request) {
    const queue = queues.get(parseInput(purgeQueueSchema, request).QueueUrl);
    if (Date.now() - queue.purgedAt < ONCE_A_MINUTE) {
      throw new AwsError(
        'PurgeQueueInProgress',
        `Only one PurgeQueue operation on ${queue.definition.name} is allowed every 60 seconds.`,
        403,
      );
    }
    queue.purgedAt = Date.now();
    queue.delete([...queue.messages.keys()]);
    return {};
  },
});

const getQueueAttributesSchema = z.object({ QueueUrl: queueUrl, AttributeNames: z.array(z.string()).default([]) });

/** Attributes a queue need not have; asking for one of them is no mistake. */
const OPTIONAL = ['Policy', 'RedrivePolicy', 'RedriveAllowPolicy', 'KmsMasterKeyId', 'KmsDataKeyReusePeriodSeconds'];

export const getQueueAttributes = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('GetQueueAttributes'),
  async run(request) {
    const { QueueUrl, AttributeNames } = parseInput(getQueueAttributesSchema, request);
    const all = attributesOf(queues, queues.get(QueueUrl));
    const unknown = AttributeNames.find(
      (name) => name !== 'All' && !Object.hasOwn(all, name) && !OPTIONAL.includes(name),
    );
    if (unknown) throw new AwsError('InvalidAttributeName', `Unknown Attribute ${unknown}.`);
    const wanted = AttributeNames.includes('All')
      ? all
      : Object.fromEntries(Object.entries(all).filter(([name]) => AttributeNames.includes(name)));
    return Object.keys(wanted).length > 0 ? { Attributes: wanted } : {};
  },
});

function attributesOf(queues: Queues, queue: Queue): Record<string, string> {
  const now = Date.now();
  const { definition, messages } = queue;
  const all = [...messages.values()];
  const visible = all.filter(({ visibleAt }) => visibleAt <= now).length;
  const delayed = all.filter(({ visibleAt, receiveCount }) => visibleAt > now && receiveCount === 0).length;
  return {
    ...DEFAULTS,
    ...definition.attributes,
    QueueArn: queues.arn(definition.name),
    ApproximateNumberOfMessages: String(visible),
    ApproximateNumberOfMessagesDelayed: String(delayed),
    ApproximateNumberOfMessagesNotVisible: String(all.length - visible - delayed),
    CreatedTimestamp: String(Math.floor(definition.createdAt / 1000)),
    LastModifiedTimestamp: String(Math.floor(definition.modifiedAt / 1000)),
  };
}

const setQueueAttributesSchema = z.object({ QueueUrl: queueUrl, Attributes: z.record(z.string(), z.string()) });

/** Attributes that an empty value takes away. */
const REMOVABLE = new Set(['Policy', 'RedrivePolicy', 'RedriveAllowPolicy', 'KmsMasterKeyId']);

export const setQueueAttributes = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('SetQueueAttributes'),
  async run(request) {
    const { QueueUrl, Attributes } = parseInput(setQueueAttributesSchema, request);
    const { definition } = queues.get(QueueUrl);
    const removes = (name: string, value: string) => value === '' && REMOVABLE.has(name);
    const set = Object.fromEntries(Object.entries(Attributes).filter(([name, value]) => !removes(name, value)));
    checkAttributes(set, (arn) => queues.byArn(arn) !== undefined);
    const merged = Object.entries({ ...definition.attributes, ...Attributes });
    const attributes = Object.fromEntries(merged.filter(([name, value]) => !removes(name, value)));
    queues.define({ ...definition, attributes, modifiedAt: Date.now() });
    return {};
  },
});
