import {
  CreateEventSourceMappingCommand,
  DeleteEventSourceMappingCommand,
  GetEventSourceMappingCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AwsError } from '../../src/aws-error.ts';
import { failedMessages } from '../../src/lambda/queue-event.ts';
import { createSqsService } from '../../src/sqs/service.ts';
import { type LambdaCloud, startLambdaCloud } from './lambda-cloud.ts';

const NO_SQS = 'arn:aws:iam::000000000000:role/no-sqs';
const lines: string[] = [];
let cloud: LambdaCloud;
let sqs: SQSClient;

const start = async (dataDir?: string) => {
  cloud = await startLambdaCloud({
    dataDir,
    more: (context) => [createSqsService(context)],
    authorize: ({ roleArn }) => {
      if (roleArn === NO_SQS) throw new AwsError('AccessDenied', 'no');
    },
  });
  sqs = new SQSClient(cloud.settings);
  cloud.cloud.context.events.on('lambda:log', ({ message }) => lines.push(message.trim()));
};
beforeAll(() => start());
afterAll(async () => {
  sqs.destroy();
  await cloud.remove();
});

/** Tells what it gets, and fails on messages that say so. */
const HANDLER = `exports.handler = async (event) => {
  const batchItemFailures = [];
  for (const { messageId, body, attributes } of event.Records) {
    console.log('got ' + body + ' time ' + attributes.ApproximateReceiveCount);
    if (body.startsWith('crash')) throw new Error('crashed');
    if (body.startsWith('bad')) batchItemFailures.push({ itemIdentifier: messageId });
  }
  return { batchItemFailures };
};`;
const ReportFailures = { FunctionResponseTypes: ['ReportBatchItemFailures' as const] };

async function queue(QueueName: string, Attributes: Record<string, string> = {}): Promise<string> {
  await sqs.send(new CreateQueueCommand({ QueueName, Attributes: { VisibilityTimeout: '3', ...Attributes } }));
  return `arn:aws:sqs:us-east-1:000000000000:${QueueName}`;
}
const url = (name: string): string => `${cloud.cloud.endpoint}/000000000000/${name}`;
const map = (FunctionName: string, EventSourceArn: string, more: object = {}) =>
  cloud.client.send(new CreateEventSourceMappingCommand({ FunctionName, EventSourceArn, ...more }));
const send = (name: string, bodies: readonly string[]) =>
  sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: url(name),
      Entries: bodies.map((MessageBody, at) => ({ Id: String(at), MessageBody })),
    }),
  );
const got = (text: string): number => lines.filter((line) => line.includes(`got ${text}`)).length;
async function left(name: string): Promise<number> {
  const names = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url(name), AttributeNames: [...names] }),
  );
  return names.reduce((sum, attribute) => sum + Number(Attributes?.[attribute]), 0);
}

describe('a queue that is mapped to a function', () => {
  it('is emptied by it, also of what came before the mapping', async () => {
    await cloud.create('worker', HANDLER);
    const arn = await queue('work');
    await send('work', ['early']);
    const { UUID, State } = await map('worker', arn, ReportFailures);
    expect(State).toBe('Creating');
    await send('work', ['one', 'two']);
    await vi.waitFor(() => expect([got('early'), got('one'), got('two')]).toEqual([1, 1, 1]), 5000);
    await vi.waitFor(async () => expect(await left('work')).toBe(0), 5000);

    const mapping = await cloud.client.send(new GetEventSourceMappingCommand({ UUID }));
    expect(mapping).toMatchObject({ State: 'Enabled', BatchSize: 10, EventSourceArn: arn });
    await expect(map('worker', arn)).rejects.toMatchObject({ name: 'ResourceConflictException' });
  });

  it('keeps the messages the function failed on; after some times they are dead letters', async () => {
    const dead = await queue('dead');
    const redrive = JSON.stringify({ deadLetterTargetArn: dead, maxReceiveCount: 2 });
    await cloud.create('partial', HANDLER, { Timeout: 1 });
    const arn = await queue('partly', { VisibilityTimeout: '1', RedrivePolicy: redrive });
    await map('partial', arn, ReportFailures);
    await send('partly', ['good-a', 'bad-b', 'crash-c']);
    const receive = new ReceiveMessageCommand({ QueueUrl: url('dead'), MaxNumberOfMessages: 10 });
    const letters: string[] = [];
    await vi.waitFor(async () => {
      const { Messages = [] } = await sqs.send(receive);
      letters.push(...Messages.map(({ Body = '' }) => Body));
      expect(letters.toSorted()).toContain('bad-b');
      expect(letters.toSorted()).toContain('crash-c');
    }, 15_000);
    expect(await left('partly')).toBe(0);
  });

  it('is left alone while the mapping is disabled, and gone with it', async () => {
    await cloud.create('idle', HANDLER);
    const { UUID } = await map('idle', await queue('idle'), { Enabled: false });
    await send('idle', ['waits']);
    await cloud.client.send(new UpdateEventSourceMappingCommand({ UUID, Enabled: true, BatchSize: 1 }));
    await vi.waitFor(() => expect(got('waits')).toBe(1), 5000);
    const { State } = await cloud.client.send(new DeleteEventSourceMappingCommand({ UUID }));
    expect(State).toBe('Deleting');
    await expect(cloud.client.send(new GetEventSourceMappingCommand({ UUID }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('is refused as AWS refuses it', async () => {
    await cloud.create('slow', HANDLER, { Timeout: 60 });
    await cloud.create('shut', HANDLER, { Role: NO_SQS });
    const arn = await queue('refused');
    await expect(map('slow', arn)).rejects.toThrow(
      'Queue visibility timeout: 3 seconds is less than Function timeout: 60 seconds',
    );
    await expect(map('shut', arn)).rejects.toThrow(
      'The provided execution role does not have permissions to call ReceiveMessage on SQS',
    );
    await expect(map('worker', arn, { BatchSize: 100 })).rejects.toThrow('Maximum batch window in seconds');
    await expect(map('worker', arn, { FilterCriteria: { Filters: [{ Pattern: '{}' }] } })).rejects.toThrow(
      'without FilterCriteria',
    );
    await expect(map('worker', 'arn:aws:kinesis:us-east-1:000000000000:stream/s')).rejects.toThrow('not hosted');
  });

  it('is taken from again after a restart', async () => {
    const { dataDir } = cloud;
    sqs.destroy();
    await cloud.stop();
    await start(dataDir);
    await send('work', ['after']);
    await vi.waitFor(() => expect(got('after')).toBe(1), 5000);
  });
});

describe('what a function says it has failed on', () => {
  const messages = ['a', 'b'].map((MessageId) => ({ MessageId, ReceiptHandle: '', Body: '', MD5OfBody: '' }));

  it.each([
    ['', []],
    ['null', []],
    ['{}', []],
    ['{"batchItemFailures": null}', []],
    ['{"batchItemFailures": []}', []],
    ['{"batchItemFailures": [{"itemIdentifier": "b"}]}', ['b']],
    ['{"batchItemFailures": [{"itemIdentifier": "z"}]}', ['a', 'b']],
    ['{"batchItemFailures": [{"itemIdentifier": ""}]}', ['a', 'b']],
    ['{"batchItemFailures": [{"id": "a"}]}', ['a', 'b']],
    ['{"batchItemFailures": "a"}', ['a', 'b']],
    ['"done"', ['a', 'b']],
  ])('with %j is %j', (payload, failed) => {
    expect([...failedMessages(payload, messages)]).toEqual(failed);
  });
});
