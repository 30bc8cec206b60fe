import type { CloudContext } from '../cloud-context.ts';
import type { Service } from '../service.ts';
import {
  changeMessageVisibility,
  deleteMessage,
  deleteMessageBatch,
  receiveMessage,
  sendMessage,
  sendMessageBatch,
} from './operations/messages.ts';
import {
  createQueue,
  deleteQueue,
  getQueueAttributes,
  getQueueUrl,
  listQueues,
  purgeQueue,
  setQueueAttributes,
} from './operations/queues.ts';
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
