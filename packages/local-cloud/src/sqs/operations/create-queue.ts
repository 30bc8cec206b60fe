import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import { invalidParameter } from '../errors.ts';
import { checkAttributes, DEFAULTS } from '../queue-attributes.ts';
import type { Queues } from '../queues.ts';
import { parseInput } from '../request.ts';

const NAME = /^[A-Za-z0-9_-]{1,80}$/;

const schema = z.object({
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
    const { QueueName: name, Attributes: attributes, tags } = parseInput(schema, request);
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
