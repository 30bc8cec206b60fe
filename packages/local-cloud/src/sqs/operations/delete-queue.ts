import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { Queues } from '../queues.ts';
import { parseInput, queueUrl } from '../request.ts';

const schema = z.object({ QueueUrl: queueUrl });

export const deleteQueue = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('DeleteQueue'),
  async run(request) {
    const { QueueUrl } = parseInput(schema, request);
    queues.drop(queues.get(QueueUrl).definition.name);
    return {};
  },
});
