import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { Queues } from '../queues.ts';
import { parseInput, queueUrl } from '../request.ts';

const schema = z.object({
  QueueUrl: queueUrl,
  ReceiptHandle: z.string(),
  VisibilityTimeout: z.int().min(0).max(43_200),
});

export const changeMessageVisibility = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('ChangeMessageVisibility'),
  async run(request) {
    const { QueueUrl, ReceiptHandle, VisibilityTimeout } = parseInput(schema, request);
    queues.get(QueueUrl).changeVisibility(ReceiptHandle, VisibilityTimeout);
    return {};
  },
});
