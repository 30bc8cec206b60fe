import { SendTaskSuccessCommand } from '@aws-sdk/client-sfn';
import { CreateTopicCommand, SNSClient, SubscribeCommand } from '@aws-sdk/client-sns';
import { CreateQueueCommand, GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAthenaService } from '../../../src/athena/service.ts';
import { createEventBridgeService } from '../../../src/eventbridge/service.ts';
import { createGlueService } from '../../../src/glue/service.ts';
import { createS3Service } from '../../../src/s3/service.ts';
import { createSnsService } from '../../../src/sns/service.ts';
import { createSqsService } from '../../../src/sqs/service.ts';
import { createStsService } from '../../../src/sts/service.ts';
import { ROLE, StatesCloud } from '../states-cloud.ts';

const task = (name: string) => `arn:aws:states:::${name}`;

let cloud: StatesCloud;
let sqs: SQSClient;
let QueueUrl = '';
let TopicArn = '';
beforeAll(async () => {
  cloud = await StatesCloud.start({
    s3: async (context) => {
      const s3 = await createS3Service(context);
      const glue = createGlueService(context);
      return [s3, glue, await createAthenaService(context, { s3, glue })];
    },
    services: (context) => [
      createEventBridgeService(context),
      createSnsService(context),
      createSqsService(context),
      createStsService(context),
    ],
  });
  sqs = new SQSClient(cloud.clientConfig);
  const sns = new SNSClient(cloud.clientConfig);
  QueueUrl = (await sqs.send(new CreateQueueCommand({ QueueName: 'messages' }))).QueueUrl ?? '';
  TopicArn = (await sns.send(new CreateTopicCommand({ Name: 'done' }))).TopicArn ?? '';
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn'] }));
  await sns.send(
    new SubscribeCommand({
      TopicArn,
      Protocol: 'sqs',
      Endpoint: Attributes?.QueueArn,
      Attributes: { RawMessageDelivery: 'true' },
    }),
  );
  sns.destroy();
  await cloud.createBucket('athena');
});
afterAll(async () => {
  sqs.destroy();
  await cloud.close();
});

async function received(): Promise<string> {
  for (;;) {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }));
    if (Messages[0]?.Body) return Messages[0].Body;
  }
}

describe('messages', () => {
  it('sns:publish reaches the subscribers', async () => {
    const { output } = await cloud.runTask('publish', task('sns:publish'), { TopicArn, Message: { rows: 3 } });
    expect(output).toMatchObject({ MessageId: expect.any(String) });
    expect(await received()).toBe('{"rows":3}');
  });

  it('sns:publish to an unknown topic fails as on AWS', async () => {
    const { error } = await cloud.runTask('publish-none', task('sns:publish'), {
      TopicArn: `${TopicArn}-none`,
      Message: 'x',
    });
    expect(error).toBe('SNS.NotFoundException');
  });

  it('sqs:sendMessage.waitForTaskToken waits for whoever takes the message', async () => {
    const machine = await cloud.createMachine('ask', {
      StartAt: 'Ask',
      States: {
        Ask: {
          Type: 'Task',
          Resource: task('sqs:sendMessage.waitForTaskToken'),
          Arguments: { QueueUrl, MessageBody: { token: '{% $states.context.Task.Token %}' } },
          End: true,
        },
      },
    });
    const execution = await cloud.startMachine(machine);
    const { token } = JSON.parse(await received());
    await cloud.sfn.send(new SendTaskSuccessCommand({ taskToken: token, output: '"yes"' }));
    expect(await cloud.ended(execution)).toMatchObject({ status: 'SUCCEEDED', output: 'yes' });
  });

  it('events:putEvents gives the ids of the events', async () => {
    const Entries = [{ Source: 'example', DetailType: 'done', Detail: { rows: 1 } }];
    expect(await cloud.runTask('events', task('events:putEvents'), { Entries })).toMatchObject({
      output: { FailedEntryCount: 0, Entries: [{ EventId: expect.any(String) }] },
    });
  });
});

describe('Athena', () => {
  const ResultConfiguration = { OutputLocation: 's3://athena/results/' };

  it('runs a query to its end and reads its result', async () => {
    const { output } = await cloud.run('query', {
      StartAt: 'Run',
      States: {
        Run: {
          Type: 'Task',
          Resource: task('athena:startQueryExecution.sync'),
          Arguments: { QueryString: 'SELECT 1 AS one', ResultConfiguration },
          Output: { id: '{% $states.result.QueryExecution.QueryExecutionId %}' },
          Next: 'Read',
        },
        Read: {
          Type: 'Task',
          Resource: task('athena:getQueryResults'),
          Arguments: { QueryExecutionId: '{% $states.input.id %}' },
          Output: '{% $states.result.ResultSet.Rows[1].Data[0].VarCharValue %}',
          End: true,
        },
      },
    });
    expect(output).toBe('1');
  });

  it('fails with the reason of the query in the cause', async () => {
    const args = { QueryString: 'SELECT * FROM nowhere.rows', ResultConfiguration };
    const { error, cause } = await cloud.runTask('query-fails', task('athena:startQueryExecution.sync'), args);
    expect(error).toBe('States.TaskFailed');
    expect(JSON.parse(cause ?? '').QueryExecution.Status).toMatchObject({ State: 'FAILED' });
  });
});

describe('aws-sdk', () => {
  it("calls as the state machine's role", async () => {
    const { output } = await cloud.runTask('who', task('aws-sdk:sts:getCallerIdentity'), {});
    expect(output).toMatchObject({
      Account: '000000000000',
      Arn: expect.stringContaining(`assumed-role/${ROLE.split('/')[1]}/`),
    });
  });
});
