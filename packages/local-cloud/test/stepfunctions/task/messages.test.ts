import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AwsError } from '../../../src/aws-error.ts';
import { jsonProtocol } from '../../../src/gateway/json-protocol.ts';
import type { Service } from '../../../src/service.ts';
import { StatesCloud } from '../states-cloud.ts';

/** A service that answers as told and remembers what it was asked. */
function recording(name: string, operation: string, answer: () => unknown): Service {
  return {
    name,
    protocol: jsonProtocol('1.0'),
    operations: {
      [operation]: {
        permissions: () => [],
        run: async (input: unknown) => {
          calls.push(input);
          return answer();
        },
      },
    },
  };
}

let cloud: StatesCloud;
let calls: unknown[] = [];
let snsAnswer: () => unknown = () => ({ MessageId: 'm-1' });
let failedEntries = 0;
let queryState = 'SUCCEEDED';
beforeAll(async () => {
  cloud = await StatesCloud.start({
    services: () => [
      recording('sns', 'Publish', () => snsAnswer()),
      recording('sqs', 'SendMessage', () => ({ MessageId: 'q-1', MD5OfMessageBody: 'x' })),
      recording('events', 'PutEvents', () => ({ FailedEntryCount: failedEntries, Entries: [{ EventId: 'e-1' }] })),
      athena(),
    ],
  });
});
afterAll(() => cloud.close());
beforeEach(() => {
  calls = [];
});

function athena(): Service {
  const start = recording('athena', 'StartQueryExecution', () => ({ QueryExecutionId: 'query-1' }));
  const stop = recording('athena', 'StopQueryExecution', () => ({}));
  const get = recording('athena', 'GetQueryExecution', () => ({
    QueryExecution: {
      QueryExecutionId: 'query-1',
      Status: { State: queryState, StateChangeReason: 'because', SubmissionDateTime: new Date(5) },
    },
  }));
  return { ...start, operations: { ...start.operations, ...stop.operations, ...get.operations } };
}

describe('sns:publish', () => {
  it('publishes a Message that is not text as JSON', async () => {
    const { output } = await cloud.runTask('sns', 'arn:aws:states:::sns:publish', {
      TopicArn: 'arn:aws:sns:us-east-1:000000000000:done',
      Message: { rows: 3 },
    });
    expect(output).toMatchObject({ MessageId: 'm-1', SdkHttpMetadata: { HttpStatusCode: 200 } });
    expect(calls).toMatchObject([{ Message: '{"rows":3}' }]);
  });

  it('names errors SNS.…', async () => {
    snsAnswer = () => {
      throw new AwsError('NotFound', 'Topic does not exist', 404);
    };
    const { error, cause } = await cloud.runTask('sns-none', 'arn:aws:states:::sns:publish', {
      Message: 'x',
      TopicArn: 'y',
    });
    snsAnswer = () => ({ MessageId: 'm-1' });
    expect(error).toBe('SNS.NotFoundException');
    expect(cause).toMatch(/^Topic does not exist \(Service: AmazonSNS; Status Code: 404; Error Code: NotFound; /);
  });
});

describe('sqs:sendMessage', () => {
  it('sends a MessageBody that is not text as JSON', async () => {
    const args = { QueueUrl: 'http://queue', MessageBody: { row: 1 } };
    expect(await cloud.runTask('sqs', 'arn:aws:states:::sqs:sendMessage', args)).toMatchObject({
      output: { MessageId: 'q-1' },
    });
    expect(calls).toEqual([{ QueueUrl: 'http://queue', MessageBody: '{"row":1}' }]);
  });
});

describe('events:putEvents', () => {
  const args = { Entries: [{ Source: 'example', DetailType: 'done', Detail: { rows: 1 } }] };

  it("adds the execution's ARN to the event's resources", async () => {
    const { arn } = await cloud.runTask('events', 'arn:aws:states:::events:putEvents', args);
    expect(calls).toMatchObject([{ Entries: [{ Detail: '{"rows":1}', Resources: [arn] }] }]);
  });

  it('fails when an entry was refused', async () => {
    failedEntries = 1;
    const { error } = await cloud.runTask('events-fail', 'arn:aws:states:::events:putEvents', args);
    failedEntries = 0;
    expect(error).toBe('EventBridge.FailedEntry');
  });
});

describe('athena:startQueryExecution.sync', () => {
  const SYNC = 'arn:aws:states:::athena:startQueryExecution.sync';
  const args = { QueryString: 'SELECT 1', WorkGroup: 'primary' };

  it('gives the finished query, its dates in milliseconds', async () => {
    const { output } = await cloud.runTask('athena', SYNC, args);
    expect(output).toMatchObject({
      QueryExecution: { QueryExecutionId: 'query-1', Status: { State: 'SUCCEEDED', SubmissionDateTime: 5 } },
    });
  });

  it('fails with the reason in the cause', async () => {
    queryState = 'FAILED';
    const { error, cause } = await cloud.runTask('athena-fails', SYNC, args);
    expect(error).toBe('States.TaskFailed');
    expect(JSON.parse(cause ?? '')).toMatchObject({ QueryExecution: { Status: { StateChangeReason: 'because' } } });
  });

  it('stops the query when the task times out', async () => {
    queryState = 'RUNNING';
    expect(await cloud.runTask('athena-late', SYNC, args, { TimeoutSeconds: 1 })).toMatchObject({
      error: 'States.Timeout',
    });
    await expect.poll(() => calls.at(-1)).toEqual({ QueryExecutionId: 'query-1' });
  });
});
