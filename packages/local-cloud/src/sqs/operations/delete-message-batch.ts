import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { Queues } from '../queues.ts';
import { checkBatch, forEachEntry, parseInput, queueUrl } from '../request.ts';

const schema = z.object({
  QueueUrl: queueUrl,
  Entries: z.array(z.object({ Id: z.string(), ReceiptHandle: z.string() })),
});

export const deleteMessageBatch = (queues: Queues): Operation<unknown> => ({
  permissions: queues.permission('DeleteMessage'),
  async run(request) {
    const { QueueUrl, Entries } = parseInput(schema, request);
    const queue = queues.get(QueueUrl);
    checkBatch(Entries);
    return forEachEntry(Entries, ({ ReceiptHandle }) => {
      queue.deleteByReceipt(ReceiptHandle);
      return {};
    });
  },
});
