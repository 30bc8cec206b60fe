import {
  DeleteRuleCommand,
  EventBridgeClient,
  ListTargetsByRuleCommand,
  PutEventsCommand,
  PutRuleCommand,
  PutTargetsCommand,
  RemoveTargetsCommand,
  type Target,
} from '@aws-sdk/client-eventbridge';
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEventBridgeService } from '../../src/eventbridge/service.ts';
import { createSqsService } from '../../src/sqs/service.ts';
import { recordingLambda } from '../delivery/recording-lambda.ts';
import { createTestCloud, type TestCloud } from '../support/create-test-cloud.ts';

const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:run-closer';
let cloud: TestCloud;
let events: EventBridgeClient;
let sqs: SQSClient;
const lambda = recordingLambda();
const log: string[] = [];

async function start(dataDir?: string): Promise<void> {
  cloud = await createTestCloud(
    (context) => [lambda.service, createSqsService(context), createEventBridgeService(context)],
    { dataDir, log: (line) => log.push(line) },
  );
  events = new EventBridgeClient(cloud.settings);
  sqs = new SQSClient(cloud.settings);
}

beforeAll(async () => {
  await start();
});
afterAll(async () => {
  events.destroy();
  sqs.destroy();
  await cloud.remove();
});

async function rule(Name: string, pattern: object, Targets: Target[]): Promise<void> {
  await events.send(new PutRuleCommand({ Name, EventPattern: JSON.stringify(pattern) }));
  await events.send(new PutTargetsCommand({ Rule: Name, Targets }));
}
const put = (DetailType: string, detail: object) =>
  events.send(
    new PutEventsCommand({ Entries: [{ Source: 'example.test', DetailType, Detail: JSON.stringify(detail) }] }),
  );

describe('a rule on Step Functions', () => {
  it('invokes its function with the status change in an envelope, and only for statuses it names', async () => {
    await rule(
      'stopped',
      { source: ['aws.states'], detail: { status: ['ABORTED', 'TIMED_OUT'], stateMachineArn: ['arn:machine'] } },
      [{ Id: 'function', Arn: FUNCTION }],
    );
    const change = (status: string) => ({
      executionArn: `arn:execution:${status}`,
      stateMachineArn: 'arn:machine',
      status,
    });
    cloud.context.events.emit('states:status-change', change('RUNNING'));
    cloud.context.events.emit('states:status-change', change('ABORTED'));
    await vi.waitFor(() => expect(lambda.invocations).toHaveLength(1));
    expect(lambda.invocations[0]).toEqual({
      FunctionName: FUNCTION,
      InvocationType: 'Event',
      event: {
        version: '0',
        id: expect.any(String),
        'detail-type': 'Step Functions Execution Status Change',
        source: 'aws.states',
        account: '000000000000',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        region: 'us-east-1',
        resources: ['arn:execution:ABORTED'],
        detail: change('ABORTED'),
      },
    });
    expect(log).toContain(
      `${FUNCTION} has no policy that lets events.amazonaws.com use it; AWS would refuse lambda:InvokeFunction.`,
    );
  });

  it('does not reach a function whose policy is for another rule', async () => {
    const guarded = `${FUNCTION}-guarded`;
    lambda.policies.set(
      guarded,
      JSON.stringify({
        Statement: {
          Effect: 'Allow',
          Principal: { Service: 'events.amazonaws.com' },
          Action: 'lambda:InvokeFunction',
          Resource: guarded,
          Condition: { ArnLike: { 'AWS:SourceArn': 'arn:aws:events:us-east-1:000000000000:rule/allowed' } },
        },
      }),
    );
    await rule('denied', { source: ['example.test'], 'detail-type': ['guard'] }, [{ Id: 'f', Arn: guarded }]);
    await rule('allowed', { source: ['example.test'], 'detail-type': ['guard'] }, [{ Id: 'f', Arn: guarded }]);
    const before = lambda.invocations.length;
    await put('guard', {});
    await vi.waitFor(() => expect(log.join('\n')).toContain('of rule denied'));
    await vi.waitFor(() => expect(lambda.invocations.length).toBe(before + 1));
  });
});

describe('targets', () => {
  it('get the event, a part of it, a constant, or a text made from it', async () => {
    const arnOf = (name: string) => `arn:aws:sqs:us-east-1:000000000000:${name}`;
    const names = ['whole', 'part', 'constant', 'object', 'sentence'];
    for (const QueueName of names) await sqs.send(new CreateQueueCommand({ QueueName }));
    const InputPathsMap = { id: '$.detail.id', tags: '$.detail.tags', who: '$.detail.who' };
    await rule('inputs', { source: ['example.test'], 'detail-type': ['input'] }, [
      { Id: 'whole', Arn: arnOf('whole') },
      { Id: 'part', Arn: arnOf('part'), InputPath: '$.detail.tags[1]' },
      { Id: 'constant', Arn: arnOf('constant'), Input: '{"fixed":true}' },
      {
        Id: 'object',
        Arn: arnOf('object'),
        InputTransformer: { InputPathsMap, InputTemplate: '{"id": <id>, "tags": <tags>, "text": "by <who>"}' },
      },
      {
        Id: 'sentence',
        Arn: arnOf('sentence'),
        InputTransformer: { InputPathsMap, InputTemplate: '"Run <id> by <who> of <aws.events.rule-name>"' },
      },
    ]);
    await put('input', { id: 7, tags: ['a', 'b'], who: 'a "friend"' });
    const received = async (QueueName: string): Promise<unknown> => {
      const QueueUrl = `${cloud.endpoint}/000000000000/${QueueName}`;
      const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 2 }));
      return JSON.parse(Messages?.[0]?.Body ?? 'null');
    };
    expect(await received('whole')).toMatchObject({ source: 'example.test', detail: { id: 7 } });
    expect(await received('part')).toBe('b');
    expect(await received('constant')).toEqual({ fixed: true });
    expect(await received('object')).toEqual({ id: 7, tags: ['a', 'b'], text: 'by a "friend"' });
    expect(await received('sentence')).toBe('Run 7 by a "friend" of inputs');
  });

  it('are refused when the service is not hosted, the input is not JSON, or a role is missing', async () => {
    await events.send(new PutRuleCommand({ Name: 'strict', EventPattern: '{"source":["a"]}' }));
    const target = (one: Partial<Target>) =>
      events.send(new PutTargetsCommand({ Rule: 'strict', Targets: [{ Id: 'x', Arn: FUNCTION, ...one }] }));
    await expect(target({ Arn: 'arn:aws:kinesis:us-east-1:000000000000:stream/s' })).rejects.toThrow(
      /delivers events to lambda, sqs, sns, states, not to arn:aws:kinesis/,
    );
    await expect(target({ Input: 'not json' })).rejects.toThrow('JSON syntax error in input for target x.');
    await expect(target({ InputTransformer: { InputTemplate: '"of <nobody>"' } })).rejects.toThrow(
      'InputTemplate for target x contains invalid placeholder nobody.',
    );
    await expect(target({ Input: '{}', InputPath: '$' })).rejects.toThrow(/Only one of Input, InputPath/);
    await expect(target({ Arn: 'arn:aws:states:us-east-1:000000000000:stateMachine:m' })).rejects.toThrow(
      /RoleArn is required/,
    );
  });
});

describe('rules', () => {
  it('are emptied and deleted, and kept over a restart', async () => {
    await rule('kept', { source: ['x'] }, [{ Id: 'one', Arn: FUNCTION }]);
    await cloud.close();
    events.destroy();
    sqs.destroy();
    await start(cloud.dataDir);
    await expect(events.send(new DeleteRuleCommand({ Name: 'kept' }))).rejects.toThrow(
      "Rule can't be deleted since it has targets.",
    );
    await events.send(new RemoveTargetsCommand({ Rule: 'kept', Ids: ['one'] }));
    expect((await events.send(new ListTargetsByRuleCommand({ Rule: 'kept' }))).Targets).toEqual([]);
    await events.send(new DeleteRuleCommand({ Name: 'kept' }));
    await expect(events.send(new ListTargetsByRuleCommand({ Rule: 'kept' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Rule kept does not exist on EventBus default.',
    });
  });

  it('refuse schedules and patterns that AWS refuses, and say why', async () => {
    const putRule = (input: object) => events.send(new PutRuleCommand({ Name: 'r', ...input }));
    await expect(putRule({ ScheduleExpression: 'rate(5 minute)' })).rejects.toThrow('ScheduleExpression is not valid');
    await expect(putRule({ ScheduleExpression: 'cron(0 12 * * ? *)' })).rejects.toThrow('runs rates alone');
    await expect(putRule({ EventPattern: '{"source":"aws.states"}' })).rejects.toMatchObject({
      name: 'InvalidEventPatternException',
      message: 'Event pattern is not valid. Reason: "source" must be an object or an array',
    });
    await expect(putRule({ EventPattern: '{' })).rejects.toMatchObject({ name: 'InvalidEventPatternException' });
    await expect(putRule({})).rejects.toThrow(/EventPattern or ScheduleExpression must be specified/);
    await expect(putRule({ EventPattern: '{"a":[1]}', EventBusName: 'other' })).rejects.toThrow(
      /default event bus only/,
    );
  });
});

describe('PutEvents', () => {
  it('takes what is well formed and names what is not', async () => {
    const { FailedEntryCount, Entries } = await events.send(
      new PutEventsCommand({
        Entries: [
          { Source: 'me', DetailType: 't', Detail: '{}' },
          { Source: 'aws.states', DetailType: 't', Detail: '{}' },
          { Source: 'me', DetailType: 't', Detail: '[' },
          { DetailType: 't', Detail: '{}' },
        ],
      }),
    );
    expect(FailedEntryCount).toBe(3);
    expect(Entries?.map(({ ErrorCode }) => ErrorCode)).toEqual([
      undefined,
      'NotAuthorizedForSourceException',
      'MalformedDetail',
      'InvalidArgument',
    ]);
  });
});
