import type { CloudContext } from '../cloud-context.ts';
import type { Service } from '../service.ts';
import { changeMessageVisibility } from './operations/change-message-visibility.ts';
import { createQueue } from './operations/create-queue.ts';
import { deleteMessage } from './operations/delete-message.ts';
import { deleteMessageBatch } from './operations/delete-message-batch.ts';
import { deleteQueue } from './operations/delete-queue.ts';
import { getQueueAttributes } from './operations/get-queue-attributes.ts';
import { getQueueUrl } from './operations/get-queue-url.ts';
import { listQueues } from './operations/list-queues.ts';
import { purgeQueue } from './operations/purge-queue.ts';
import { receiveMessage } from './operations/receive-message.ts';
import { sendMessage } from './operations/send-message.ts';
import { sendMessageBatch } from './operations/send-message-batch.ts';
import { setQueueAttributes } from './operations/set-queue-attributes.ts';
import { sqsProtocol } from './protocol.ts';
import { Queues } from './queues.ts';

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
