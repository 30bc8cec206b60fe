import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AwsError } from '../src/aws-error.ts';
import { createDynamoDbService } from '../src/dynamodb/service.ts';
import { createEventBridgeService } from '../src/eventbridge/service.ts';
import { createSecretsManagerService } from '../src/secretsmanager/service.ts';
import type { Service } from '../src/service.ts';
import { createSnsService } from '../src/sns/service.ts';
import { createSqsService } from '../src/sqs/service.ts';
import { createStsService } from '../src/sts/service.ts';
import { createTestCloud, type TestCloud } from './support/create-test-cloud.ts';

const FACTORIES = [
  createDynamoDbService,
  createEventBridgeService,
  createSecretsManagerService,
  createSnsService,
  createSqsService,
  createStsService,
];

let cloud: TestCloud;
const services: Service[] = [];

beforeAll(async () => {
  cloud = await createTestCloud((context) => {
    services.push(...FACTORIES.map((create) => create(context)));
    return services;
  });
  const call = (service: string, operation: string, input: object) =>
    cloud.context.call(service, operation, input, cloud.context.administrator);
  await call('dynamodb', 'CreateTable', {
    TableName: 'things',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  });
  await call('sqs', 'CreateQueue', { QueueName: 'things' });
  await call('sns', 'CreateTopic', { Name: 'things' });
  await call('events', 'PutRule', { Name: 'things', EventPattern: '{"a":[1]}' });
  await call('secretsmanager', 'CreateSecret', { Name: 'things', SecretString: 'x' });
});
afterAll(async () => {
  await cloud.remove();
});

/** Mostly values that get past the first checks, so that the later ones are reached too. */
const word = fc.constantFrom(
  'things',
  'arn:aws:sns:us-east-1:000000000000:things',
  'http://127.0.0.1/000000000000/things',
  'id = :v',
  'SET a = :v',
  'a.b[0]',
  '{"a":[{"prefix":"x"}]}',
  '{}',
  '',
  'HASH',
  'S',
  'lambda',
  'true',
);
const attributes = fc.dictionary(
  fc.constantFrom('id', ':v', '#n', 'a'),
  fc.dictionary(fc.constantFrom('S', 'N', 'L', 'M', 'SS', 'B'), fc.oneof(word, fc.jsonValue({ maxDepth: 2 }))),
);
const value = fc.oneof(
  word,
  attributes,
  fc.array(attributes, { maxLength: 3 }),
  fc.integer(),
  fc.jsonValue({ maxDepth: 2 }),
);

/** The parameters an operation of the service may read. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  dynamodb: [
    'TableName',
    'Key',
    'Item',
    'UpdateExpression',
    'ConditionExpression',
    'ExpressionAttributeNames',
    'ExpressionAttributeValues',
    'KeyConditionExpression',
    'FilterExpression',
    'ProjectionExpression',
    'IndexName',
    'Limit',
    'ExclusiveStartKey',
    'RequestItems',
    'TransactItems',
    'KeySchema',
    'AttributeDefinitions',
    'BillingMode',
    'TimeToLiveSpecification',
    'Select',
  ],
  events: ['Name', 'Rule', 'EventPattern', 'Targets', 'Ids', 'Entries', 'NextToken', 'EventBusName', 'Limit'],
  secretsmanager: ['SecretId', 'Name', 'SecretString', 'SecretBinary', 'VersionStage', 'Filters', 'Tags', 'NextToken'],
  sns: [
    'TopicArn',
    'Name',
    'Attributes',
    'Protocol',
    'Endpoint',
    'SubscriptionArn',
    'AttributeName',
    'AttributeValue',
    'Message',
    'Subject',
    'MessageAttributes',
    'MessageStructure',
    'PublishBatchRequestEntries',
    'NextToken',
    'Token',
  ],
  sqs: [
    'QueueUrl',
    'QueueName',
    'Attributes',
    'MessageBody',
    'MessageAttributes',
    'Entries',
    'ReceiptHandle',
    'VisibilityTimeout',
    'MaxNumberOfMessages',
    'AttributeNames',
    'NextToken',
  ],
  sts: ['RoleArn', 'RoleSessionName', 'DurationSeconds'],
};

describe('whatever is sent', () => {
  it('is answered, or refused with an error of AWS; nothing else ever comes out', async () => {
    const calls = services.flatMap(({ name, operations }) =>
      Object.keys(operations)
        // These take away what the other calls are about.
        .filter((operation) => !/^(Delete(Table|Queue|Topic|Rule|Secret)|DisableRule)$/.test(operation))
        .map((operation) => ({ name, operation })),
    );
    const request = fc.constantFrom(...calls).chain((call) =>
      fc.record({
        call: fc.constant(call),
        input: fc.oneof(
          { weight: 9, arbitrary: fc.dictionary(fc.constantFrom(...(PARAMETERS[call.name] ?? [])), value) },
          { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
        ),
      }),
    );
    const role = cloud.context.assumeRole('arn:aws:iam::000000000000:role/Anyone', 'test');
    await fc.assert(
      fc.asyncProperty(request, async ({ call: { name, operation }, input }) => {
        try {
          await cloud.context.call(name, operation, JSON.parse(JSON.stringify(input)), role);
        } catch (error) {
          expect(error, `${name}:${operation}`).toBeInstanceOf(AwsError);
          expect((error as AwsError).statusCode).toBeLessThan(500);
        }
      }),
      { numRuns: 800 },
    );
  });
});
