import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListQueuesCommand,
  type Message,
  PurgeQueueCommand,
  QueueDoesNotExist,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSqsService } from '../../src/sqs/service.ts';
import { createTestCloud, type TestCloud } from '../support/create-test-cloud.ts';

let cloud: TestCloud;
let client: SQSClient;

async function start(dataDir?: string): Promise<void> {
  cloud = await createTestCloud((context) => [createSqsService(context)], { dataDir });
  client = new SQSClient(cloud.settings);
}

beforeAll(async () => {
  await start();
});
afterAll(async () => {
  client.destroy();
  await cloud.remove();
});

let number = 0;
async function newQueue(Attributes: Record<string, string> = {}): Promise<string> {
  const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName: `queue-${number++}`, Attributes }));
  return QueueUrl;
}
const send = (QueueUrl: string, MessageBody: string, extra: object = {}) =>
  client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...extra }));
async function receive(QueueUrl: string, extra: object = {}): Promise<Message[]> {
  return (await client.send(new ReceiveMessageCommand({ QueueUrl, ...extra }))).Messages ?? [];
}

describe('a queue', () => {
  it('has a URL of host, account and name, and is found by name', async () => {
    const url = await newQueue();
    expect(url).toBe(`${cloud.endpoint}/000000000000/queue-${number - 1}`);
    expect((await client.send(new GetQueueUrlCommand({ QueueName: `queue-${number - 1}` }))).QueueUrl).toBe(url);
    expect((await client.send(new ListQueuesCommand({ QueueNamePrefix: 'queue-' }))).QueueUrls).toContain(url);
    await client.send(new DeleteQueueCommand({ QueueUrl: url }));
    const failure = await send(url, 'late').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(QueueDoesNotExist);
    expect(failure).toMatchObject({ message: 'The specified queue does not exist.' });
  });

  it('refuses a FIFO queue by name, a wrong name, and attributes out of range', async () => {
    const create = (QueueName: string, Attributes = {}) =>
      client.send(new CreateQueueCommand({ QueueName, Attributes }));
    await expect(create('a.fifo', { FifoQueue: 'true' })).rejects.toThrow(/FIFO/);
    await expect(create('with space')).rejects.toThrow(/alphanumeric/);
    await expect(create('q', { VisibilityTimeout: '43201' })).rejects.toThrow(/VisibilityTimeout: 43201.*0 to 43200/);
    await expect(create('q', { Colour: 'red' })).rejects.toMatchObject({ name: 'InvalidAttributeName' });
  });

  it('counts visible, delayed and received messages', async () => {
    const url = await newQueue({ VisibilityTimeout: '60' });
    await send(url, 'a');
    await send(url, 'b');
    await send(url, 'later', { DelaySeconds: 60 });
    await receive(url);
    const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }));
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: '1',
      ApproximateNumberOfMessagesNotVisible: '1',
      ApproximateNumberOfMessagesDelayed: '1',
      QueueArn: `arn:aws:sqs:us-east-1:000000000000:${url.split('/').at(-1)}`,
      MaximumMessageSize: '1048576',
      VisibilityTimeout: '60',
    });
    await client.send(new PurgeQueueCommand({ QueueUrl: url }));
    expect(await receive(url)).toEqual([]);
    await expect(client.send(new PurgeQueueCommand({ QueueUrl: url }))).rejects.toMatchObject({
      name: 'PurgeQueueInProgress',
    });
  });
});

describe('a message', () => {
  it('arrives with its attributes and system attributes, with checksums the SDK accepts', async () => {
    const url = await newQueue();
    await send(url, 'hëllo', {
      MessageAttributes: {
        kind: { DataType: 'String', StringValue: 'greeting' },
        bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2, 3]) },
        size: { DataType: 'Number', StringValue: '5' },
      },
    });
    const [message] = await receive(url, { MessageAttributeNames: ['All'], MessageSystemAttributeNames: ['All'] });
    expect(message).toMatchObject({
      Body: 'hëllo',
      Attributes: { ApproximateReceiveCount: '1', SenderId: 'arn:aws:iam::000000000000:root' },
      MessageAttributes: {
        kind: { DataType: 'String', StringValue: 'greeting' },
        bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2, 3]) },
      },
    });
  });

  it('has the attribute checksum AWS documents for its algorithm', async () => {
    const url = await newQueue();
    const MessageAttributes = { timestamp: { DataType: 'Number', StringValue: '1493147359900' } };
    const { MD5OfMessageAttributes } = await send(url, 'x', { MessageAttributes });
    expect(MD5OfMessageAttributes).toBe('235c5c510d26fb653d073faed50ae77c');
  });

  it('is hidden while received, comes back after its timeout with a new receipt, and is gone once deleted', async () => {
    const url = await newQueue();
    await send(url, 'work');
    const [first] = await receive(url, { VisibilityTimeout: 1 });
    expect(await receive(url)).toEqual([]);
    const [again] = await receive(url, { WaitTimeSeconds: 5, MessageSystemAttributeNames: ['All'] });
    expect(again?.Attributes?.ApproximateReceiveCount).toBe('2');
    expect(again?.ReceiptHandle).not.toBe(first?.ReceiptHandle);
    await client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: again?.ReceiptHandle }));
    await expect(
      client.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: url,
          ReceiptHandle: again?.ReceiptHandle,
          VisibilityTimeout: 0,
        }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    await expect(
      client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: 'nonsense' })),
    ).rejects.toMatchObject({ name: 'ReceiptHandleIsInvalid' });
  });

  it('reaches a receiver that is already waiting, and only one of two', async () => {
    const url = await newQueue();
    const waiting = [receive(url, { WaitTimeSeconds: 1 }), receive(url, { WaitTimeSeconds: 1 })];
    await new Promise((resolve) => setTimeout(resolve, 50));
    await send(url, 'now');
    const bodies = (await Promise.all(waiting)).flat().map(({ Body }) => Body);
    expect(bodies).toEqual(['now']);
  });

  it('can be made visible at once by its receiver', async () => {
    const url = await newQueue();
    await send(url, 'again');
    const [message] = await receive(url);
    await client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: url,
        ReceiptHandle: message?.ReceiptHandle,
        VisibilityTimeout: 0,
      }),
    );
    expect(await receive(url)).toHaveLength(1);
  });

  it('moves to the dead-letter queue after it was received too often', async () => {
    const dead = await newQueue();
    const deadLetterTargetArn = `arn:aws:sqs:us-east-1:000000000000:${dead.split('/').at(-1)}`;
    const url = await newQueue({ VisibilityTimeout: '0' });
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 2 });
    await client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { RedrivePolicy } }));
    await send(url, 'poison');
    expect(await receive(url)).toHaveLength(1);
    expect(await receive(url)).toHaveLength(1);
    expect(await receive(url)).toHaveLength(0);
    const [given] = await receive(dead, { MessageSystemAttributeNames: ['DeadLetterQueueSourceArn'] });
    expect(given).toMatchObject({
      Body: 'poison',
      Attributes: { DeadLetterQueueSourceArn: `arn:aws:sqs:us-east-1:000000000000:${url.split('/').at(-1)}` },
    });
  });

  it('is not moved to a queue that does not exist: such a policy is refused', async () => {
    const deadLetterTargetArn = 'arn:aws:sqs:us-east-1:000000000000:nobody';
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 2 });
    await expect(newQueue({ RedrivePolicy })).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    const set = new SetQueueAttributesCommand({ QueueUrl: await newQueue(), Attributes: { RedrivePolicy } });
    await expect(client.send(set)).rejects.toThrow('Reason: Dead letter target does not exist.');
  });

  it('is refused when it is over the limit or holds characters XML does not know', async () => {
    const url = await newQueue({ MaximumMessageSize: '1024' });
    await expect(send(url, 'x'.repeat(1025))).rejects.toThrow('Message must be shorter than 1024 bytes.');
    await expect(send(url, '\u0001')).rejects.toMatchObject({ name: 'InvalidMessageContents' });
    await expect(send(url, '')).rejects.toThrow('The request must contain the parameter MessageBody.');
  });

  it('is there after a restart, received or not', async () => {
    const url = await newQueue({ VisibilityTimeout: '0' });
    await send(url, 'kept');
    await receive(url);
    await cloud.close();
    client.destroy();
    await start(cloud.dataDir);
    const [message] = await receive(url, { MessageSystemAttributeNames: ['All'] });
    expect(message).toMatchObject({ Body: 'kept', Attributes: { ApproximateReceiveCount: '2' } });
  });
});

describe('a batch', () => {
  it('sends and deletes what it can and names what failed', async () => {
    const url = await newQueue();
    const sent = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: url,
        Entries: [
          { Id: 'good', MessageBody: 'a' },
          { Id: 'bad', MessageBody: '\u0002' },
          { Id: 'fine', MessageBody: 'b' },
        ],
      }),
    );
    expect(sent.Successful?.map(({ Id }) => Id)).toEqual(['good', 'fine']);
    expect(sent.Failed).toMatchObject([{ Id: 'bad', SenderFault: true, Code: 'InvalidMessageContents' }]);
    const messages = await receive(url, { MaxNumberOfMessages: 10 });
    const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    const deleted = await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }));
    expect(deleted.Successful).toHaveLength(2);
  });

  it('refuses none, more than ten, and repeated ids', async () => {
    const url = await newQueue();
    const batch = (ids: string[]) =>
      client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: ids.map((Id) => ({ Id, MessageBody: 'x' })) }));
    await expect(batch([])).rejects.toMatchObject({ name: 'EmptyBatchRequest' });
    await expect(batch(Array.from({ length: 11 }, (_, n) => `${n}`))).rejects.toMatchObject({
      name: 'TooManyEntriesInBatchRequest',
    });
    await expect(batch(['a', 'a'])).rejects.toMatchObject({ name: 'BatchEntryIdsNotDistinct' });
  });
});
