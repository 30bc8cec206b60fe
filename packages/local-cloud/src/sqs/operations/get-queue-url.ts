import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { noSuchQueue } from '../errors.ts';
import type { Queues } from '../queues.ts';
import { parseInput } from '../request.ts';

const schema = z.object({ QueueName: z.string(), QueueOwnerAWSAccountId: z.string().optional() });

export const getQueueUrl = (queues: Queues): Operation<unknown> => ({
  permissions: (input) => [
    {
      action: 'sqs:GetQueueUrl',
      resource: queues.arn(String((input as { QueueName?: unknown } | undefined)?.QueueName)),
    },
  ],
  async run(request) {
    const { QueueName } = parseInput(schema, request);
    if (!queues.find(QueueName)) throw noSuchQueue();
    return { QueueUrl: queues.url(QueueName) };
  },
});
