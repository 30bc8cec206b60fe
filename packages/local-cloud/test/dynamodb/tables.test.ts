import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DeleteTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CloudContext } from '../../src/cloud-context.ts';
import { createDynamoDbService } from '../../src/dynamodb/service.ts';
import { Tables } from '../../src/dynamodb/tables.ts';
import type { Permission } from '../../src/service.ts';
import { createTestCloud, settingsFor, type TestCloud } from '../support/create-test-cloud.ts';

let cloud: TestCloud;
let client: DynamoDBClient;
let asked: Permission[];

async function start(dataDir?: string): Promise<void> {
  cloud = await createTestCloud((context) => [createDynamoDbService(context)], {
    dataDir,
    authorize: (_caller, permissions) => {
      asked = permissions;
    },
  });
  client = clientFor(cloud.endpoint);
}
const clientFor = (endpoint: string, credentials?: { accessKeyId: string; secretAccessKey: string }) =>
  new DynamoDBClient(settingsFor(endpoint, credentials));

beforeEach(async () => {
  await start();
});
afterEach(async () => {
  client.destroy();
  await cloud.remove();
});

const definition = {
  TableName: 'runs',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
} satisfies CreateTableCommandInput;
const create = (changes: Partial<CreateTableCommandInput> = {}) =>
  client.send(new CreateTableCommand({ ...definition, ...changes }));
const put = (id: string, more: Record<string, { S: string } | { N: string }> = {}) =>
  client.send(new PutItemCommand({ TableName: 'runs', Item: { id: { S: id }, ...more } }));
const get = async (id: string) =>
  (await client.send(new GetItemCommand({ TableName: 'runs', Key: { id: { S: id } } }))).Item;

describe('a table', () => {
  it('is created, described, listed and deleted', async () => {
    const { TableDescription } = await create();
    expect(TableDescription?.TableStatus).toBe('CREATING');
    await put('a');
    const { Table } = await client.send(new DescribeTableCommand({ TableName: 'runs' }));
    expect(Table).toMatchObject({
      TableStatus: 'ACTIVE',
      TableArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/runs',
      ItemCount: 1,
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
    });
    expect((await client.send(new ListTablesCommand())).TableNames).toEqual(['runs']);
    await expect(create()).rejects.toMatchObject({
      name: 'ResourceInUseException',
      message: 'Table already exists: runs',
    });
    await client.send(new DeleteTableCommand({ TableName: 'runs' }));
    await expect(client.send(new DescribeTableCommand({ TableName: 'runs' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Requested resource not found: Table: runs not found',
    });
  });

  it.each<[string, Partial<CreateTableCommandInput>, RegExp]>([
    [
      'a short name',
      { TableName: 'ab' },
      /at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 3/,
    ],
    [
      'an attribute no key uses',
      { AttributeDefinitions: [...definition.AttributeDefinitions, { AttributeName: 'x', AttributeType: 'S' }] },
      /Number of attributes in KeySchema does not exactly match/,
    ],
    [
      'a key that is not defined',
      { KeySchema: [{ AttributeName: 'nope', KeyType: 'HASH' }] },
      /Some index key attributes are not defined in AttributeDefinitions. Keys: \[nope\]/,
    ],
    [
      'a range key first',
      { KeySchema: [{ AttributeName: 'id', KeyType: 'RANGE' }] },
      /The first KeySchemaElement is not a HASH key type/,
    ],
    [
      'no throughput when provisioned',
      { BillingMode: 'PROVISIONED' },
      /ReadCapacityUnits and WriteCapacityUnits must both be specified/,
    ],
    ['a stream', { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } }, /no DynamoDB Streams/],
  ])('is refused with %s', async (_, changes, message) => {
    await expect(create(changes)).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringMatching(message),
    });
  });

  it('gets an index later, which holds the items that were there before', async () => {
    await create();
    await put('a', { kind: { S: 'x' } });
    await put('b', { kind: { S: 'y' } });
    await client.send(
      new UpdateTableCommand({
        TableName: 'runs',
        AttributeDefinitions: [{ AttributeName: 'kind', AttributeType: 'S' }],
        GlobalSecondaryIndexUpdates: [
          {
            Create: {
              IndexName: 'by-kind',
              KeySchema: [{ AttributeName: 'kind', KeyType: 'HASH' }],
              Projection: { ProjectionType: 'ALL' },
            },
          },
        ],
      }),
    );
    const { Items } = await client.send(
      new QueryCommand({
        TableName: 'runs',
        IndexName: 'by-kind',
        KeyConditionExpression: 'kind = :k',
        ExpressionAttributeValues: { ':k': { S: 'y' } },
      }),
    );
    expect(Items).toEqual([{ id: { S: 'b' }, kind: { S: 'y' } }]);
    await expect(put('c', { kind: { N: '1' } })).rejects.toThrow(
      'Type mismatch for Index Key kind Expected: S Actual: N IndexName: by-kind',
    );
  });

  it('protected against deletion is not deleted', async () => {
    await create({ DeletionProtectionEnabled: true });
    await expect(client.send(new DeleteTableCommand({ TableName: 'runs' }))).rejects.toThrow(
      /protected against deletion/,
    );
  });

  it('keeps its settings for expiry', async () => {
    await create();
    const TimeToLiveSpecification = { AttributeName: 'expires', Enabled: true };
    await client.send(new UpdateTimeToLiveCommand({ TableName: 'runs', TimeToLiveSpecification }));
    const ttl = await client.send(new DescribeTimeToLiveCommand({ TableName: 'runs' }));
    expect(ttl.TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' });
  });
});

describe('permissions', () => {
  it('name the table, its index, and each item of a transaction', async () => {
    await create();
    const caller = cloud.context.assumeRole('arn:aws:iam::000000000000:role/Tester', 'session');
    const { accessKeyId, secretAccessKey, sessionToken } = cloud.context.credentialsFor(caller);
    const asRole = clientFor(cloud.endpoint, { accessKeyId, secretAccessKey, ...{ sessionToken } });
    const table = 'arn:aws:dynamodb:us-east-1:000000000000:table/runs';
    const query = { TableName: 'runs', IndexName: 'by-kind', KeyConditionExpression: 'a = b' };
    await asRole.send(new QueryCommand(query)).catch(() => {});
    expect(asked).toEqual([{ action: 'dynamodb:Query', resource: `${table}/index/by-kind` }]);
    await asRole.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          { Put: { TableName: 'runs', Item: { id: { S: 'p' } } } },
          {
            ConditionCheck: {
              TableName: table,
              Key: { id: { S: 'c' } },
              ConditionExpression: 'attribute_not_exists(id)',
            },
          },
        ],
      }),
    );
    expect(asked).toEqual([
      { action: 'dynamodb:PutItem', resource: table },
      { action: 'dynamodb:ConditionCheckItem', resource: table },
    ]);
    asRole.destroy();
  });
});

describe('time to live', () => {
  it('removes items that have expired, and no others', () => {
    const context = {
      dataDir: join(cloud.dataDir, 'ttl'),
      region: 'us-east-1',
      accountId: '000000000000',
    } as CloudContext;
    const tables = new Tables(context);
    const common = { DeletionProtectionEnabled: false, TableId: 'x', createdAt: 0, ttlAttribute: 'expires' };
    const table = tables.create({ ...definition, ...common } as Parameters<Tables['create']>[0]);
    const now = 2_000_000_000;
    const expiries = { past: now - 1, future: now + 1, ancient: now - 6 * 365 * 24 * 3600 };
    for (const [id, expires] of Object.entries(expiries)) {
      tables.commit([{ table, put: { id: { S: id }, expires: { N: String(expires) } } }]);
    }
    tables.commit([{ table, put: { id: { S: 'text' }, expires: { S: String(now - 1) } } }]);
    tables.removeExpired(now * 1000);
    const left = [...table.items.scan(undefined, 0, 1)].map(({ id }) => id?.S);
    expect(left.sort()).toEqual(['ancient', 'future', 'text']);
    tables.close();
  });
});

describe('what was written', () => {
  it('is there after a restart', async () => {
    await create();
    await put('a', { n: { N: '1' } });
    await client.send(
      new UpdateItemCommand({
        TableName: 'runs',
        Key: { id: { S: 'a' } },
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': { N: '1' } },
      }),
    );
    client.destroy();
    await cloud.close();
    await start(cloud.dataDir);
    expect(await get('a')).toEqual({ id: { S: 'a' }, n: { N: '2' } });
  });

  it('is there after a SIGKILL in the middle of writing, up to the last answer', async () => {
    await create();
    client.destroy();
    await cloud.close();
    const writer = fileURLToPath(new URL('./writes-until-killed.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', writer, cloud.dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let acknowledged = 0;
    for await (const chunk of child.stdout) {
      acknowledged = Number(String(chunk).trim().split('\n').at(-1));
      if (acknowledged >= 300) break;
    }
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    await start(cloud.dataDir);
    const count = Number((await get('counter'))?.n?.N);
    expect(count).toBeGreaterThanOrEqual(acknowledged);
  });
});
