import type { CloudContext } from '../cloud-context.ts';
import type { Service } from '../service.ts';
import { changeMessageVisibility } from './change-message-visibility.ts';
import { createQueue } from './create-queue.ts';
import { deleteMessage } from './delete-message.ts';
import { deleteMessageBatch } from './delete-message-batch.ts';
import { deleteQueue } from './delete-queue.ts';
import { getQueueAttributes } from './get-queue-attributes.ts';
import { getQueueUrl } from './get-queue-url.ts';
import { listQueues } from './list-queues.ts';
import { sqsProtocol } from './protocol.ts';
import { purgeQueue } from './purge-queue.ts';
import { Queues } from './queues.ts';
import { receiveMessage } from './receive-message.ts';
import { sendMessage } from './send-message.ts';
import { sendMessageBatch } from './send-message-batch.ts';
import { setQueueAttributes } from './set-queue-attributes.ts';

export function createSqsService(context: CloudContext): Service {
  const queues = new Queues(context);
  return {
    name: 'sqs',
    protocol: sqsProtocol,
    operations: {
      ChangeMessageVisibility: changeMessageVisibility(queues),
      CreateQueue: createQueue(queues),
      DeleteMessage: deleteMessage(queues),
      DeleteMessageBatch: deleteMessageBatch(queues),
      DeleteQueue: deleteQueue(queues),
      GetQueueAttributes: getQueueAttributes(queues),
      GetQueueUrl: getQueueUrl(queues),
      ListQueues: listQueues(queues),
      PurgeQueue: purgeQueue(queues),
      ReceiveMessage: receiveMessage(queues),
      SendMessage: sendMessage(queues),
      SendMessageBatch: sendMessageBatch(queues),
      SetQueueAttributes: setQueueAttributes(queues),
    },
    close: async () => queues.close(),
  };
}
