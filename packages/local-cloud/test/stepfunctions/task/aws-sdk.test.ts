import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDynamoDbService } from '../../../src/dynamodb/service.ts';
import { StatesCloud } from '../states-cloud.ts';

const sdk = (call: string) => `arn:aws:states:::aws-sdk:${call}`;

let cloud: StatesCloud;
beforeAll(async () => {
  cloud = await StatesCloud.start({ services: async (context) => [await createDynamoDbService(context)] });
  await cloud.createBucket('data', { 'hello.txt': 'text data' });
  await cloud.runTask('table', sdk('dynamodb:createTable'), {
    TableName: 'runs',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
});
afterAll(() => cloud.close());

describe('aws-sdk:s3', () => {
  it("gives an object's body as text and its dates in ISO form", async () => {
    const { output } = await cloud.runTask('get', sdk('s3:getObject'), { Bucket: 'data', Key: 'hello.txt' });
    expect(output).toMatchObject({
      Body: 'text data',
      ContentLength: 9,
      ETag: '"332eec544317a6d340b8e77da7fe54ad"',
      LastModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it.each([
    ['text', '"text"'],
    [{ a: 1 }, '{"a":1}'],
    [[1, 2], '[1,2]'],
    [false, 'false'],
    [0, '0'],
  ])('puts the Body %j as %s', async (body, stored) => {
    const name = `put-${typeof body}-${stored.length}`;
    const { status } = await cloud.runTask(name, sdk('s3:putObject'), { Bucket: 'data', Key: name, Body: body });
    expect(status).toBe('SUCCEEDED');
    expect(await cloud.text('data', name)).toBe(stored);
  });

  it('names errors as AWS does', async () => {
    const missing = await cloud.runTask('no-key', sdk('s3:getObject'), { Bucket: 'data', Key: 'none' });
    expect(missing.error).toBe('S3.NoSuchKeyException');
    expect(missing.cause).toMatch(
      /^The specified key does not exist\. \(Service: S3, Status Code: 404, Request ID: [\w-]+, Extended Request ID: [\w-]+\)$/,
    );
    const bucket = await cloud.runTask('no-bucket', sdk('s3:listObjectsV2'), { Bucket: 'nowhere' });
    expect(bucket.error).toBe('S3.NoSuchBucketException');
    const exists = { Bucket: 'data', Key: 'hello.txt', Body: 'x', IfNoneMatch: '*' };
    expect(await cloud.runTask('exists', sdk('s3:putObject'), exists)).toMatchObject({ error: 'S3.S3Exception' });
  });
});

describe('aws-sdk:sfn', () => {
  it('speaks with capitals to an API without', async () => {
    const { output, arn } = await cloud.runTask('self', sdk('sfn:describeExecution'), {
      ExecutionArn: '{% $states.context.Execution.Id %}',
    });
    expect(output).toMatchObject({ ExecutionArn: arn, Status: 'RUNNING', StartDate: expect.stringMatching(/Z$/) });
  });

  it('writes an Input that is not text as JSON', async () => {
    const target = await cloud.createMachine('target', { StartAt: 'P', States: { P: { Type: 'Pass', End: true } } });
    const { output } = await cloud.runTask('starts', sdk('sfn:startExecution'), {
      StateMachineArn: target,
      Input: { camelKey: 1, PascalKey: 2 },
    });
    const { ExecutionArn } = output as { ExecutionArn: string };
    expect(await cloud.ended(ExecutionArn)).toMatchObject({ output: { camelKey: 1, PascalKey: 2 } });
  });

  it('names errors with the prefix Sfn', async () => {
    const { error, cause } = await cloud.runTask('token', sdk('sfn:sendTaskSuccess'), {
      TaskToken: 'none',
      Output: '{}',
    });
    expect(error).toBe('Sfn.InvalidTokenException');
    expect(cause).toMatch(/\(Service: Sfn, Status Code: 400, Request ID: [\w-]+\) \(SDK Attempt Count: 1\)$/);
  });
});

describe('DynamoDB', () => {
  const put = {
    TableName: 'runs',
    Item: { id: { S: 'a' }, count: { N: '1' } },
    ConditionExpression: 'attribute_not_exists(id)',
  };

  it('is called through both integrations, whose errors differ in their prefix', async () => {
    expect(await cloud.runTask('dput', 'arn:aws:states:::dynamodb:putItem', put)).toMatchObject({
      status: 'SUCCEEDED',
    });
    const again = await cloud.runTask('dput2', 'arn:aws:states:::dynamodb:putItem', put);
    expect(again.error).toBe('DynamoDB.ConditionalCheckFailedException');
    expect(again.cause).toContain(
      '(Service: AmazonDynamoDBv2; Status Code: 400; Error Code: ConditionalCheckFailedException; ',
    );
    const sdkAgain = await cloud.runTask('dput3', sdk('dynamodb:putItem'), put);
    expect(sdkAgain.error).toBe('DynamoDb.ConditionalCheckFailedException');
  });

  it('reads and updates items', async () => {
    const Key = { id: { S: 'b' } };
    const update = {
      TableName: 'runs',
      Key,
      UpdateExpression: 'ADD #c :one',
      ExpressionAttributeNames: { '#c': 'count' },
      ExpressionAttributeValues: { ':one': { N: '{% $string(2) %}' } },
      ReturnValues: 'ALL_NEW',
    };
    const updated = await cloud.runTask('dupd', 'arn:aws:states:::dynamodb:updateItem', update);
    expect(updated.output).toMatchObject({ Attributes: { id: { S: 'b' }, count: { N: '2' } } });
    const { output } = await cloud.runTask('dget', sdk('dynamodb:getItem'), { TableName: 'runs', Key });
    expect(output).toMatchObject({ Item: { id: { S: 'b' }, count: { N: '2' } } });
    const gone = await cloud.runTask('ddel', 'arn:aws:states:::dynamodb:deleteItem', { TableName: 'runs', Key });
    expect(gone.status).toBe('SUCCEEDED');
  });

  it('shows an unmodelled error under the name of the service', async () => {
    const { error } = await cloud.runTask('dval', sdk('dynamodb:getItem'), {
      TableName: 'runs',
      Key: { wrong: { S: 'x' } },
    });
    expect(error).toBe('DynamoDb.DynamoDbException');
  });
});
