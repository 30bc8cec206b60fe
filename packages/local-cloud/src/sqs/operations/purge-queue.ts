import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import type { Queues } from '../queues.ts';
import { parseInput, queueUrl } from '../request.ts';

const ONCE_A_MINUTE = 60_000;

const schema = z.object({ QueueUrl: queueUrl });

export const purgeQueue = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('PurgeQueue'),
  async run(request) {
    const queue = queues.get(parseInput(schema, request).QueueUrl);
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
