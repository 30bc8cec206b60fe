import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { invalidParameter } from '../errors.ts';
import { parseInput } from '../request.ts';
import { checkTopicAttribute } from '../topic-attributes.ts';
import type { Topics } from '../topics.ts';

const NAME = /^[A-Za-z0-9_-]{1,256}$/;

const schema = z.object({
  Name: z.string(),
  Attributes: z.record(z.string(), z.string()).default({}),
  Tags: z.array(z.object({ Key: z.string(), Value: z.string() })).default([]),
});

export const createTopic = (topics: Topics): Operation<unknown> => ({
  permissions: (input) => [
    { action: 'sns:CreateTopic', resource: topics.arn((input as { Name?: unknown } | undefined)?.Name) },
  ],
  async run(request) {
    const { Name, Attributes, Tags } = parseInput(schema, request);
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
