import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DescribeExecutionCommand, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { App, CfnOutput, Stack, Stage } from 'aws-cdk-lib';
import { AttributeType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Rule } from 'aws-cdk-lib/aws-events';
import * as eventTargets from 'aws-cdk-lib/aws-events-targets';
import { Code, Function as LambdaFunction, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { BlockPublicAccess, Bucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription, SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { DefinitionBody, StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalCloud, type LocalCloud } from '../../src/create-local-cloud.ts';
import { settingsFor } from '../support/create-test-cloud.ts';

/** Writes what it was called with to the bucket, under the name of the sender. */
const CODE = `
  const { S3Client, PutObjectCommand } = require('@aws-sdk/client-s3');
  const s3 = new S3Client({});
  exports.handler = async (event) => {
    const from = event.Records ? 'sns' : event.source ?? 'direct';
    await s3.send(new PutObjectCommand({ Bucket: process.env.BUCKET, Key: from, Body: JSON.stringify(event) }));
    return { from };
  };`;

const DEFINITION = {
  QueryLanguage: 'JSONata',
  StartAt: 'Call',
  States: {
    Call: {
      Type: 'Task',
      Resource: 'arn:aws:states:::lambda:invoke',
      Arguments: { FunctionName: `\${functionName}`, Payload: '{% $states.input %}' },
      Output: '{% $states.result.Payload %}',
      End: true,
    },
  },
};

function build(outdir: string): string {
  const app = new App({ outdir });
  const stage = new Stage(app, 'Test');
  const storage = new Stack(stage, 'Storage');
  const bucket = new Bucket(storage, 'Data', { enforceSSL: true, blockPublicAccess: BlockPublicAccess.BLOCK_ALL });
  const table = new TableV2(storage, 'Runs', { partitionKey: { name: 'id', type: AttributeType.STRING } });

  const work = new Stack(stage, 'Work');
  const fn = new LambdaFunction(work, 'Recorder', {
    runtime: Runtime.NODEJS_22_X,
    handler: 'index.handler',
    code: Code.fromInline(CODE),
    environment: { BUCKET: bucket.bucketName },
    tracing: Tracing.ACTIVE,
    logGroup: new LogGroup(work, 'Logs'),
  });
  bucket.grantPut(fn);
  table.grantReadData(fn);
  const machine = new StateMachine(work, 'Machine', {
    definitionBody: DefinitionBody.fromString(JSON.stringify(DEFINITION)),
    definitionSubstitutions: { functionName: fn.functionName },
  });
  fn.grantInvoke(machine);
  new Rule(work, 'OnEnd', {
    eventPattern: {
      source: ['aws.states'],
      detail: { stateMachineArn: [machine.stateMachineArn], status: ['SUCCEEDED'] },
    },
    targets: [new eventTargets.LambdaFunction(fn)],
  });
  const topic = new Topic(work, 'Topic');
  const queue = new Queue(work, 'Queue');
  topic.addSubscription(new LambdaSubscription(fn));
  topic.addSubscription(new SqsSubscription(queue));
  const secret = new Secret(work, 'Secret', {
    generateSecretString: { generateStringKey: 'key', secretStringTemplate: '{"user":"me"}', passwordLength: 20 },
  });
  for (const [name, value] of Object.entries({
    Bucket: bucket.bucketName,
    Machine: machine.stateMachineArn,
    Topic: topic.topicArn,
    Queue: queue.queueUrl,
    Secret: secret.secretArn,
  })) {
    new CfnOutput(work, `${name}Output`, { value });
  }
  app.synth();
  return outdir;
}

let root: string;
let cloud: LocalCloud;
let outputs: Record<string, string>;
let config: ReturnType<typeof settingsFor>;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'local-cloud-cdk-'));
  const assembly = build(join(root, 'cdk.out'));
  cloud = await createLocalCloud({ data: join(root, 'data'), port: 0, assemblies: [assembly] });
  config = settingsFor(cloud.endpoint);
  const { Stacks } = await new CloudFormationClient(config).send(new DescribeStacksCommand({ StackName: 'Test-Work' }));
  outputs = Object.fromEntries(
    (Stacks?.[0]?.Outputs ?? []).map((output) => [output.OutputKey?.replace('Output', ''), output.OutputValue ?? '']),
  );
}, 60_000);

afterAll(async () => {
  await cloud?.close();
  rmSync(root, { recursive: true, force: true });
});

/** What the function wrote for one sender, once it has. */
async function recorded(key: string): Promise<Record<string, unknown>> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = await cloud.context
      .call<{ Body: AsyncIterable<Buffer> }>(
        's3',
        'GetObject',
        { Bucket: outputs.Bucket, Key: key },
        cloud.context.administrator,
      )
      .catch(() => undefined);
    if (found) {
      const chunks: Buffer[] = [];
      for await (const chunk of found.Body) chunks.push(Buffer.from(chunk));
      return JSON.parse(Buffer.concat(chunks).toString());
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing was recorded for ${key}`);
}

describe('an app made with aws-cdk-lib', () => {
  it('runs its state machine, whose function writes to the bucket of another stack', async () => {
    const sfn = new SFNClient(config);
    const { executionArn } = await sfn.send(
      new StartExecutionCommand({ stateMachineArn: outputs.Machine, input: '{"hello":"world"}' }),
    );
    let execution = await sfn.send(new DescribeExecutionCommand({ executionArn }));
    while (execution.status === 'RUNNING') {
      await new Promise((resolve) => setTimeout(resolve, 50));
      execution = await sfn.send(new DescribeExecutionCommand({ executionArn }));
    }
    expect(execution).toMatchObject({ status: 'SUCCEEDED', output: '{"from":"direct"}' });
    expect(await recorded('direct')).toEqual({ hello: 'world' });
  });

  it('tells the rule’s target when an execution has ended', async () => {
    expect(await recorded('aws.states')).toMatchObject({ detail: { status: 'SUCCEEDED' } });
  });

  it('delivers what is published to the function and the queue, which let the topic in', async () => {
    await new SNSClient(config).send(new PublishCommand({ TopicArn: outputs.Topic, Message: 'hi' }));
    expect(await recorded('sns')).toMatchObject({ Records: [{ Sns: { Message: 'hi' } }] });
    const { Messages } = await new SQSClient(config).send(
      new ReceiveMessageCommand({ QueueUrl: outputs.Queue, WaitTimeSeconds: 5 }),
    );
    expect(JSON.parse(Messages?.[0]?.Body ?? '')).toMatchObject({ Type: 'Notification', Message: 'hi' });
  });

  it('has a secret made by the template’s rules', async () => {
    const { SecretString } = await new SecretsManagerClient(config).send(
      new GetSecretValueCommand({ SecretId: outputs.Secret }),
    );
    expect(JSON.parse(SecretString ?? '')).toEqual({ user: 'me', key: expect.stringMatching(/^.{20}$/) });
  });
});
