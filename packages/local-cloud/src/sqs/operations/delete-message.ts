import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { Queues } from '../queues.ts';
import { parseInput, queueUrl } from '../request.ts';

const schema = z.object({ QueueUrl: queueUrl, ReceiptHandle: z.string() });

export const deleteMessage = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('DeleteMessage'),
  async run(request) {
    const { QueueUrl, ReceiptHandle } = parseInput(schema, request);
    queues.get(QueueUrl).deleteByReceipt(ReceiptHandle);
    return {};
  },
});
