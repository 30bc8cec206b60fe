import {
  DeleteFunctionEventInvokeConfigCommand,
  GetFunctionEventInvokeConfigCommand,
  PutFunctionEventInvokeConfigCommand,
} from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { jsonProtocol } from '../../src/gateway/json-protocol.ts';
import { type LambdaCloud, startLambdaCloud } from './lambda-cloud.ts';

interface Sent {
  readonly QueueUrl: string;
  readonly MessageBody: string;
  readonly MessageAttributes?: Record<string, { StringValue: string }>;
}

const sent: Sent[] = [];
const lines: string[] = [];
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:dead';
const FAILS = 'exports.handler = async (event) => { console.log("attempt " + event.id); throw new Error("no luck"); };';

let cloud: LambdaCloud;
beforeAll(async () => {
  cloud = await startLambdaCloud({
    retryDelays: [10, 20],
    more: () => [
      {
        name: 'sqs',
        protocol: jsonProtocol('1.0'),
        operations: {
          SendMessage: {
            permissions: () => [],
            async run(input: Sent) {
              sent.push(input);
            },
          },
        },
      },
    ],
  });
  cloud.cloud.context.events.on('lambda:log', ({ message }) => lines.push(message));
});
afterAll(() => cloud.remove());

const attempts = (id: string) => lines.filter((line) => line.endsWith(`attempt ${id}`)).length;
const fire = (name: string, id: string) => cloud.invoke(name, { id }, { InvocationType: 'Event' });

describe('asynchronous invocations', () => {
  it('are accepted at once and run later', async () => {
    await cloud.create('later', 'exports.handler = async (event) => { console.log("attempt " + event.id); };');
    const result = await fire('later', 'one');
    expect(result.StatusCode).toBe(202);
    expect(result.payload).toBeUndefined();
    await vi.waitFor(() => expect(attempts('one')).toBe(1), 5000);
  });

  it('that fail are tried three times, then go to the dead-letter queue', async () => {
    await cloud.create('dead-letters', FAILS, { DeadLetterConfig: { TargetArn: QUEUE } });
    await fire('dead-letters', 'two');
    await vi.waitFor(() => expect(sent).toHaveLength(1), 5000);
    expect(attempts('two')).toBe(3);
    expect(sent[0]).toMatchObject({
      QueueUrl: `${cloud.cloud.endpoint}/000000000000/dead`,
      MessageBody: '{"id":"two"}',
      MessageAttributes: { ErrorMessage: { StringValue: 'no luck' } },
    });
  });

  it('are retried as often as the function says, and tell its destination', async () => {
    sent.length = 0;
    await cloud.create('destination', FAILS);
    const FunctionName = 'destination';
    await cloud.client.send(
      new PutFunctionEventInvokeConfigCommand({
        FunctionName,
        MaximumRetryAttempts: 0,
        DestinationConfig: { OnFailure: { Destination: QUEUE } },
      }),
    );
    const config = await cloud.client.send(new GetFunctionEventInvokeConfigCommand({ FunctionName }));
    expect(config).toMatchObject({ MaximumRetryAttempts: 0, LastModified: expect.any(Date) });
    await fire(FunctionName, 'three');
    await vi.waitFor(() => expect(sent).toHaveLength(1), 5000);
    expect(attempts('three')).toBe(1);
    expect(JSON.parse(sent[0]?.MessageBody ?? '')).toMatchObject({
      requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 1 },
      requestPayload: { id: 'three' },
      responseContext: { functionError: 'Unhandled' },
      responsePayload: { errorMessage: 'no luck' },
    });
    await cloud.client.send(new DeleteFunctionEventInvokeConfigCommand({ FunctionName }));
    await expect(cloud.client.send(new GetFunctionEventInvokeConfigCommand({ FunctionName }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });

  it('refuse a destination that is not hosted', async () => {
    await cloud.create('nowhere', FAILS);
    const put = new PutFunctionEventInvokeConfigCommand({
      FunctionName: 'nowhere',
      DestinationConfig: { OnFailure: { Destination: 'arn:aws:events:us-east-1:000000000000:event-bus/default' } },
    });
    await expect(cloud.client.send(put)).rejects.toMatchObject({ name: 'InvalidParameterValueException' });
  });
});
