import { crc32 } from 'node:zlib';
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  PutCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDynamoDbService } from '../../src/dynamodb/service.ts';
import { createTestCloud, type TestCloud } from '../support/create-test-cloud.ts';
import { signed } from '../support/signed.ts';

let cloud: TestCloud;
let db: DynamoDBDocumentClient;

beforeAll(async () => {
  cloud = await createTestCloud((context) => [createDynamoDbService(context)]);
  const client = new DynamoDBClient(cloud.settings);
  db = DynamoDBDocumentClient.from(client);
  await client.send(
    new CreateTableCommand({
      TableName: 'things',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
});
afterAll(() => cloud.remove());

const post = (body: string) =>
  fetch(cloud.endpoint, {
    method: 'POST',
    headers: signed('dynamodb', cloud.endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'DynamoDB_20120810.ListTables' },
      body,
    }),
    body,
  });

describe('the wire of DynamoDB', () => {
  it('carries a checksum of every answer, refusals too', async () => {
    for (const body of ['{}', '{"Limit":0}']) {
      const answer = await post(body);
      expect(answer.headers.get('x-amz-crc32')).toBe(String(crc32(await answer.text())));
    }
  });

  it('refuses a request over 16 MB', async () => {
    expect((await post(JSON.stringify({ padding: 'x'.repeat(17 * 1024 * 1024) }))).status).toBe(413);
  });

  it('refuses JSON of the wrong kind before it looks at the table', async () => {
    const bad = { TableName: 'things', Item: { id: 'a', '': 1 } };
    await expect(db.send(new PutCommand(bad))).rejects.toThrow('Empty attribute name');
    const long = { TableName: 'things', Item: { id: 'a', ['x'.repeat(65_536)]: 1 } };
    await expect(db.send(new PutCommand(long))).rejects.toThrow('must be less than 65536 bytes');
  });
});

describe('capacity that several items consume', () => {
  const capacity = (answer: { ConsumedCapacity?: unknown }) => answer.ConsumedCapacity;

  it('adds up in a batch', async () => {
    const puts = ['a', 'b'].map((id) => ({ PutRequest: { Item: { id, text: 'x'.repeat(1500) } } }));
    const answer = await db.send(
      new BatchWriteCommand({ RequestItems: { things: puts }, ReturnConsumedCapacity: 'TOTAL' }),
    );
    expect(capacity(answer)).toEqual([{ TableName: 'things', CapacityUnits: 4 }]);
  });

  it('counts twice in a transaction, as "two read request units … two write request units" say', async () => {
    const TransactItems = [
      { Put: { TableName: 'things', Item: { id: 'c' } } },
      { Delete: { TableName: 'things', Key: { id: 'nobody' } } },
    ];
    const written = await db.send(new TransactWriteCommand({ TransactItems, ReturnConsumedCapacity: 'TOTAL' }));
    expect(capacity(written)).toEqual([{ TableName: 'things', CapacityUnits: 4, WriteCapacityUnits: 4 }]);
    const gets = ['a', 'nobody'].map((id) => ({ Get: { TableName: 'things', Key: { id } } }));
    const read = await db.send(new TransactGetCommand({ TransactItems: gets, ReturnConsumedCapacity: 'TOTAL' }));
    expect(capacity(read)).toEqual([{ TableName: 'things', CapacityUnits: 4, ReadCapacityUnits: 4 }]);
  });
});

it('refuses to go on with a scan of one segment from a key of another', async () => {
  const start = (Segment: number) =>
    db.send(new ScanCommand({ TableName: 'things', ExclusiveStartKey: { id: 'a' }, Segment, TotalSegments: 2 }));
  const outcomes = await Promise.allSettled([start(0), start(1)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
