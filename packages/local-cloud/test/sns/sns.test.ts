import {
  CreateTopicCommand,
  DeleteTopicCommand,
  ListSubscriptionsByTopicCommand,
  ListTopicsCommand,
  NotFoundException,
  PublishCommand,
  type PublishCommandInput,
  SetSubscriptionAttributesCommand,
  SetTopicAttributesCommand,
  SNSClient,
  SubscribeCommand,
  UnsubscribeCommand,
} from '@aws-sdk/client-sns';
import {
  CreateQueueCommand,
  type Message,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AwsError } from '../../src/aws-error.ts';
import { createSnsService } from '../../src/sns/service.ts';
import { createSqsService } from '../../src/sqs/service.ts';
import { recordingLambda } from '../delivery/recording-lambda.ts';
import { createTestCloud, type TestCloud } from '../support/create-test-cloud.ts';

let cloud: TestCloud;
let sns: SNSClient;
let sqs: SQSClient;
const lambda = recordingLambda();
const log: string[] = [];

async function start(dataDir?: string): Promise<void> {
  cloud = await createTestCloud((context) => [lambda.service, createSqsService(context), createSnsService(context)], {
    dataDir,
    log: (line) => log.push(line),
  });
  sns = new SNSClient(cloud.settings);
  sqs = new SQSClient(cloud.settings);
}

beforeAll(async () => {
  await start();
});
afterAll(async () => {
  sns.destroy();
  sqs.destroy();
  await cloud.remove();
});

let number = 0;
async function newTopic(Attributes?: Record<string, string>): Promise<string> {
  const { TopicArn = '' } = await sns.send(new CreateTopicCommand({ Name: `topic-${number++}`, Attributes }));
  return TopicArn;
}
async function newQueue(topicArn: string, policyFor = topicArn): Promise<{ url: string; arn: string }> {
  const name = `queue-${number++}`;
  const arn = `arn:aws:sqs:us-east-1:000000000000:${name}`;
  const { QueueUrl: url = '' } = await sqs.send(new CreateQueueCommand({ QueueName: name }));
  const Policy = JSON.stringify({
    Version: '2012-10-17',
    Statement: {
      Effect: 'Allow',
      Principal: { Service: 'sns.amazonaws.com' },
      Action: 'sqs:SendMessage',
      Resource: arn,
      Condition: { ArnEquals: { 'aws:SourceArn': policyFor } },
    },
  });
  await sqs.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: { Policy } }));
  return { url, arn };
}
const subscribe = async (TopicArn: string, Protocol: string, Endpoint: string, Attributes?: Record<string, string>) =>
  (await sns.send(new SubscribeCommand({ TopicArn, Protocol, Endpoint, Attributes }))).SubscriptionArn ?? '';
const publish = (TopicArn: string, Message: string, extra: Partial<PublishCommandInput> = {}) =>
  sns.send(new PublishCommand({ TopicArn, Message, ...extra }));
async function receive(url: string, WaitTimeSeconds = 2): Promise<Message[]> {
  const input = { QueueUrl: url, WaitTimeSeconds, MaxNumberOfMessages: 10, MessageAttributeNames: ['All'] };
  return (await sqs.send(new ReceiveMessageCommand(input))).Messages ?? [];
}

describe('a topic', () => {
  it('is made once for a name, is listed, changed and deleted', async () => {
    const arn = await newTopic({ DisplayName: 'Example' });
    expect(arn).toBe(`arn:aws:sns:us-east-1:000000000000:topic-${number - 1}`);
    expect((await sns.send(new CreateTopicCommand({ Name: `topic-${number - 1}` }))).TopicArn).toBe(arn);
    expect((await sns.send(new ListTopicsCommand())).Topics).toContainEqual({ TopicArn: arn });
    await sns.send(
      new SetTopicAttributesCommand({ TopicArn: arn, AttributeName: 'DisplayName', AttributeValue: 'A & <b>' }),
    );
    await sns.send(new DeleteTopicCommand({ TopicArn: arn }));
    await expect(publish(arn, 'x')).rejects.toBeInstanceOf(NotFoundException);
  });

  it('refuses names, subjects, attributes and messages that AWS refuses', async () => {
    await expect(sns.send(new CreateTopicCommand({ Name: 'a b' }))).rejects.toThrow('Invalid parameter: Topic Name');
    await expect(sns.send(new CreateTopicCommand({ Name: 'a.fifo' }))).rejects.toThrow(/FIFO/);
    const arn = await newTopic();
    await expect(publish(arn, 'x'.repeat(262_145))).rejects.toThrow('Invalid parameter: Message too long');
    await expect(publish(arn, 'x', { Subject: 'two\nlines' })).rejects.toThrow('Invalid parameter: Subject');
    await expect(publish(arn, '')).rejects.toThrow('Invalid parameter: Empty message');
    await expect(subscribe(arn, 'sqs', 'not-an-arn')).rejects.toThrow('Invalid parameter: SQS endpoint ARN');
    await expect(subscribe(arn, 'sms', '+100')).rejects.toThrow(/lambda, sqs, email, email-json, not to sms/);
    await expect(subscribe(arn, 'email', 'a@b.c', { FilterPolicy: '{"a":[{"like":1}]}' })).rejects.toThrow(
      'Invalid parameter: FilterPolicy: Unrecognized match type like',
    );
  });

  it('takes nested filter policies for message bodies only, and counts their levels', async () => {
    const arn = await newTopic();
    const filtered = (policy: object, scope = 'MessageBody') =>
      subscribe(arn, 'email', 'a@b.c', { FilterPolicy: JSON.stringify(policy), FilterPolicyScope: scope });
    const nested = { run: { id: ['r1'] } };
    await expect(filtered(nested, 'MessageAttributes')).rejects.toThrow(
      'Invalid parameter: Filter policy scope MessageAttributes does not support nested filter policy',
    );
    const values = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
    await expect(filtered({ a: values(38), b: { c: values(2) } })).rejects.toThrow('Filter policy is too complex');
    await expect(filtered({ a: { b: [1], c: [1], d: [1] }, e: [1], f: { g: [1] } })).resolves.toBeDefined();
    await expect(filtered({ a: { b: [1], c: [1], d: [1] }, e: [1], f: { g: [1], h: [1] } })).rejects.toThrow(
      'Filter policy can not have more than 5 keys',
    );
  });
});

describe('a queue that is subscribed', () => {
  it('gets the message in its envelope, or raw with its attributes', async () => {
    const topic = await newTopic();
    const [wrapped, raw] = [await newQueue(topic), await newQueue(topic)];
    await subscribe(topic, 'sqs', wrapped.arn);
    await subscribe(topic, 'sqs', raw.arn, { RawMessageDelivery: 'true' });
    const MessageAttributes = {
      kind: { DataType: 'String', StringValue: 'done' },
      bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([1, 2]) },
    };
    const { MessageId } = await publish(topic, 'héllo', { Subject: 'Run ended', MessageAttributes });
    const [inEnvelope] = await receive(wrapped.url);
    expect(JSON.parse(inEnvelope?.Body ?? '')).toMatchObject({
      Type: 'Notification',
      MessageId,
      TopicArn: topic,
      Subject: 'Run ended',
      Message: 'héllo',
      MessageAttributes: { kind: { Type: 'String', Value: 'done' }, bytes: { Type: 'Binary', Value: 'AQI=' } },
    });
    const [plain] = await receive(raw.url);
    expect(plain?.Body).toBe('héllo');
    expect(plain?.MessageAttributes?.kind?.StringValue).toBe('done');
  });

  it('gets only what its filter policy lets through', async () => {
    const topic = await newTopic();
    const queue = await newQueue(topic);
    const FilterPolicy = JSON.stringify({ status: ['failed', { prefix: 'half' }], n: [{ numeric: ['>=', 3] }] });
    const subscription = await subscribe(topic, 'sqs', queue.arn, { FilterPolicy, RawMessageDelivery: 'true' });
    const send = (text: string, status: string, n: string) =>
      publish(topic, text, {
        MessageAttributes: {
          status: { DataType: 'String', StringValue: status },
          n: { DataType: 'Number', StringValue: n },
        },
      });
    await send('no', 'completed', '5');
    await send('no', 'failed', '2');
    await publish(topic, 'no');
    await send('yes', 'halfway', '3');
    expect((await receive(queue.url)).map(({ Body }) => Body)).toEqual(['yes']);

    for (const [AttributeName, AttributeValue] of [
      ['FilterPolicyScope', 'MessageBody'],
      ['FilterPolicy', '{"run":{"id":["r1"]}}'],
    ] as const) {
      await sns.send(
        new SetSubscriptionAttributesCommand({ SubscriptionArn: subscription, AttributeName, AttributeValue }),
      );
    }
    await publish(topic, 'not json');
    await publish(topic, '{"run":{"id":"r2"}}');
    await publish(topic, '{"run":{"id":"r1"}}');
    expect((await receive(queue.url)).map(({ Body }) => Body)).toEqual(['{"run":{"id":"r1"}}']);
  });

  it('gets nothing when its policy names another topic, and the log says so', async () => {
    const topic = await newTopic();
    const queue = await newQueue(topic, 'arn:aws:sns:us-east-1:000000000000:another');
    await subscribe(topic, 'sqs', queue.arn);
    await publish(topic, 'x');
    await vi.waitFor(() =>
      expect(log.join('\n')).toContain(
        `sns.amazonaws.com is not authorized to perform: sqs:SendMessage on resource: ${queue.arn}`,
      ),
    );
    expect(await receive(queue.url, 0)).toEqual([]);
  });
});

describe('a function that is subscribed', () => {
  it('is invoked asynchronously with SNS records, again if that fails, in the message meant for it', async () => {
    const topic = await newTopic();
    const FunctionName = 'arn:aws:lambda:us-east-1:000000000000:function:notify';
    const subscription = await subscribe(topic, 'lambda', FunctionName);
    lambda.failures.push(new AwsError('ServiceException', 'not now', 500), new AwsError('ServiceException', 'no', 500));
    const Message = JSON.stringify({ default: 'for all', lambda: 'for functions' });
    await publish(topic, Message, { MessageStructure: 'json', Subject: 'S' });
    await vi.waitFor(() => expect(lambda.invocations).toHaveLength(1));
    expect(lambda.invocations[0]).toMatchObject({
      FunctionName,
      InvocationType: 'Event',
      event: {
        Records: [
          {
            EventSource: 'aws:sns',
            EventSubscriptionArn: subscription,
            Sns: {
              Type: 'Notification',
              TopicArn: topic,
              Subject: 'S',
              Message: 'for functions',
              MessageAttributes: {},
            },
          },
        ],
      },
    });
    await sns.send(new UnsubscribeCommand({ SubscriptionArn: subscription }));
    expect((await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn: topic }))).Subscriptions).toEqual([]);
  });
});

describe('subscriptions', () => {
  it('by email wait for their confirmation and are there after a restart', async () => {
    const topic = await newTopic();
    await subscribe(topic, 'email', 'someone@example.com');
    await cloud.close();
    sns.destroy();
    sqs.destroy();
    await start(cloud.dataDir);
    expect((await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn: topic }))).Subscriptions).toMatchObject([
      { SubscriptionArn: 'PendingConfirmation', Protocol: 'email', Endpoint: 'someone@example.com' },
    ]);
  });
});
