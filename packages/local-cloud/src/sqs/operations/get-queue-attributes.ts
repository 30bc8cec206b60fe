import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import type { Queue } from '../queue.ts';
import { DEFAULTS } from '../queue-attributes.ts';
import type { Queues } from '../queues.ts';
import { parseInput, queueUrl } from '../request.ts';

const schema = z.object({ QueueUrl: queueUrl, AttributeNames: z.array(z.string()).default([]) });

/** Attributes a queue need not have; asking for one of them is no mistake. */
const OPTIONAL = ['Policy', 'RedrivePolicy', 'RedriveAllowPolicy', 'KmsMasterKeyId', 'KmsDataKeyReusePeriodSeconds'];

export const getQueueAttributes = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('GetQueueAttributes'),
  async run(request) {
    const { QueueUrl, AttributeNames } = parseInput(schema, request);
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
