import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDynamoDbService } from '../../src/dynamodb/service.ts';
import { createTestCloud, type TestCloud } from '../support/create-test-cloud.ts';

let cloud: TestCloud;
let db: DynamoDBDocumentClient;

beforeAll(async () => {
  cloud = await createTestCloud((context) => [createDynamoDbService(context)]);
  const client = new DynamoDBClient(cloud.settings);
  db = DynamoDBDocumentClient.from(client);
  await client.send(
    new CreateTableCommand({
      TableName: 'runs',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  );
  await client.send(
    new CreateTableCommand({
      TableName: 'rows',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'run', AttributeType: 'S' },
        { AttributeName: 'n', AttributeType: 'N' },
        { AttributeName: 'state', AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'run', KeyType: 'HASH' },
        { AttributeName: 'n', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by-state',
          KeySchema: [
            { AttributeName: 'state', KeyType: 'HASH' },
            { AttributeName: 'n', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['cost'] },
        },
      ],
    }),
  );
});

afterAll(async () => {
  db.destroy();
  await cloud.remove();
});

describe('an item', () => {
  it('comes back as it was put: text, numbers, binary, lists, maps, sets, null', async () => {
    const Item = {
      id: 'types',
      text: 'ünï',
      empty: '',
      number: 12.5,
      bytes: new Uint8Array([1, 2, 255]),
      list: [1, 'two', [true, null]],
      map: { a: { b: 'c' } },
      set: new Set(['x', 'y']),
    };
    await db.send(new PutCommand({ TableName: 'runs', Item }));
    const { Item: found } = await db.send(new GetCommand({ TableName: 'runs', Key: { id: 'types' } }));
    expect(found).toEqual(Item);
  });

  it('is not there before it is put, and is gone after it is deleted', async () => {
    const key = { TableName: 'runs', Key: { id: 'brief' } };
    expect((await db.send(new GetCommand(key))).Item).toBeUndefined();
    await db.send(new PutCommand({ TableName: 'runs', Item: { id: 'brief', n: 1 } }));
    const { Attributes } = await db.send(new DeleteCommand({ ...key, ReturnValues: 'ALL_OLD' }));
    expect(Attributes).toEqual({ id: 'brief', n: 1 });
    expect((await db.send(new GetCommand(key))).Item).toBeUndefined();
  });

  it('counts up, keeps sets, and answers with what changed', async () => {
    const Key = { id: 'counter' };
    const update = () =>
      db.send(
        new UpdateCommand({
          TableName: 'runs',
          Key,
          UpdateExpression:
            'SET #s = :s, started = if_not_exists(started, :now) ADD failed :one, tags :tags REMOVE gone',
          ExpressionAttributeNames: { '#s': 'status' },
          ExpressionAttributeValues: { ':s': 'running', ':one': 1, ':now': 7, ':tags': new Set(['a']) },
          ReturnValues: 'UPDATED_NEW',
        }),
      );
    await update();
    const { Attributes } = await update();
    expect(Attributes).toEqual({ status: 'running', started: 7, failed: 2, tags: new Set(['a']) });
  });

  it('loses no update when many come at once', async () => {
    await Promise.all(
      Array.from({ length: 100 }, () =>
        db.send(
          new UpdateCommand({
            TableName: 'runs',
            Key: { id: 'busy' },
            UpdateExpression: 'ADD done :one',
            ExpressionAttributeValues: { ':one': 1 },
          }),
        ),
      ),
    );
    const { Item } = await db.send(new GetCommand({ TableName: 'runs', Key: { id: 'busy' } }));
    expect(Item?.done).toBe(100);
  });

  it('shows what it was when a condition fails, if asked', async () => {
    await db.send(new PutCommand({ TableName: 'runs', Item: { id: 'guarded', status: 'paused' } }));
    const failure = await db
      .send(
        new UpdateCommand({
          TableName: 'runs',
          Key: { id: 'guarded' },
          UpdateExpression: 'SET x = :x',
          ConditionExpression: '#s IN (:a, :b) OR attribute_not_exists(id)',
          ExpressionAttributeNames: { '#s': 'status' },
          ExpressionAttributeValues: { ':x': 1, ':a': 'running', ':b': 'pending' },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      )
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ConditionalCheckFailedException);
    const { message, Item } = failure as ConditionalCheckFailedException;
    expect(message).toBe('The conditional request failed');
    expect(Item).toMatchObject({ status: { S: 'paused' } });
  });
});

describe('a wrong request', () => {
  const update = (UpdateExpression: string, extra: object = {}) =>
    db.send(new UpdateCommand({ TableName: 'runs', Key: { id: 'x' }, UpdateExpression, ...extra }));

  it.each<[string, object, string]>([
    [
      'SET status = :s',
      { ExpressionAttributeValues: { ':s': 1 } },
      'Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: status',
    ],
    ['SET a = ', {}, 'Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "= "'],
    [
      'SET a = :a',
      {},
      'Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute value: :a',
    ],
    [
      'SET #a = :a',
      { ExpressionAttributeValues: { ':a': 1 } },
      'Invalid UpdateExpression: An expression attribute name used in the document path is not defined; attribute name: #a',
    ],
    [
      'SET a = :a, a = :a',
      { ExpressionAttributeValues: { ':a': 1 } },
      'Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]',
    ],
    [
      'REMOVE a',
      { ExpressionAttributeValues: { ':a': 1 } },
      'Value provided in ExpressionAttributeValues unused in expressions: keys: {:a}',
    ],
    [
      'SET id = :a',
      { ExpressionAttributeValues: { ':a': 1 } },
      'One or more parameter values were invalid: Cannot update attribute id. This attribute is part of the key',
    ],
    [
      'SET a = a + :a',
      { ExpressionAttributeValues: { ':a': 1 } },
      'The provided expression refers to an attribute that does not exist in the item',
    ],
    [
      'SET a.b = :a',
      { ExpressionAttributeValues: { ':a': 1 } },
      'The document path provided in the update expression is invalid for update',
    ],
    [
      'ADD a :a',
      { ExpressionAttributeValues: { ':a': 'text' } },
      'Invalid UpdateExpression: Incorrect operand type for operator or function; operator: ADD, operand type: STRING',
    ],
    [
      'SET a = nope(b, :a)',
      { ExpressionAttributeValues: { ':a': 1 } },
      'Invalid UpdateExpression: Invalid function name; function: nope',
    ],
    [
      'SET a = :a',
      { ExpressionAttributeValues: { ':a': 1 }, ConditionExpression: 'size(b)' },
      'Invalid ConditionExpression: Syntax error; token: "<EOF>", near: ")"',
    ],
  ])('%s with %j is refused in the words of AWS', async (expression, extra, message) => {
    await expect(update(expression, extra)).rejects.toMatchObject({ name: 'ValidationException', message });
  });

  it('names the table only where AWS does, when it is not there', async () => {
    await expect(db.send(new GetCommand({ TableName: 'nope', Key: { id: 'x' } }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Requested resource not found',
    });
  });

  it('is refused when the key has another type, is empty, or is not all of it', async () => {
    const get = (TableName: string, Key: Record<string, unknown>) => db.send(new GetCommand({ TableName, Key }));
    const schema = { message: 'The provided key element does not match the schema' };
    await expect(get('runs', { id: 5 })).rejects.toMatchObject(schema);
    await expect(get('rows', { run: 'a' })).rejects.toMatchObject(schema);
    await expect(get('runs', { id: 'a', more: 1 })).rejects.toMatchObject(schema);
    await expect(get('runs', { id: '' })).rejects.toThrow(/cannot contain an empty string value\. Key: id/);
  });

  it('is refused when the item lacks its key or is over 400 KB', async () => {
    const put = (Item: Record<string, unknown>) => db.send(new PutCommand({ TableName: 'runs', Item }));
    await expect(put({ a: 1 })).rejects.toThrow(
      'One or more parameter values were invalid: Missing the key id in the item',
    );
    await expect(put({ id: 'big', a: 'x'.repeat(400 * 1024) })).rejects.toThrow(
      'Item size has exceeded the maximum allowed size',
    );
  });
});

describe('Query', () => {
  beforeAll(async () => {
    const items = Array.from({ length: 60 }, (_, n) => ({
      run: 'q',
      n: n - 10,
      cost: n,
      secret: 'not projected',
      ...(n % 2 === 0 && { state: 'even' }),
    }));
    for (let start = 0; start < items.length; start += 25) {
      const batch = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
      await db.send(new BatchWriteCommand({ RequestItems: { rows: batch } }));
    }
  });

  const query = (condition: string, values: Record<string, unknown>, extra: object = {}) =>
    db.send(
      new QueryCommand({
        TableName: 'rows',
        KeyConditionExpression: condition,
        ExpressionAttributeNames: { '#run': 'run' },
        ExpressionAttributeValues: values,
        ...extra,
      }),
    );
  const numbers = (items: Record<string, unknown>[] | undefined) => items?.map(({ n }) => n);

  it('gives a partition in numeric order, either way', async () => {
    const up = await query('#run = :r', { ':r': 'q' });
    expect(numbers(up.Items)).toEqual(Array.from({ length: 60 }, (_, n) => n - 10));
    const down = await query('#run = :r AND n < :n', { ':r': 'q', ':n': -7 }, { ScanIndexForward: false });
    expect(numbers(down.Items)).toEqual([-8, -9, -10]);
  });

  it.each([
    ['n = :a', [3]],
    ['n >= :a', Array.from({ length: 47 }, (_, i) => i + 3)],
    ['n BETWEEN :b AND :a', [1, 2, 3]],
    [':a < n', Array.from({ length: 46 }, (_, i) => i + 4)],
  ])('narrows the sort key: %s', async (condition, expected) => {
    const values = { ':r': 'q', ':a': 3, ...(condition.includes(':b') && { ':b': 1 }) };
    const { Items } = await query(`#run = :r AND ${condition}`, values);
    expect(numbers(Items)).toEqual(expected);
  });

  it('pages through everything once, in both directions, with a filter after the limit', async () => {
    for (const ScanIndexForward of [true, false]) {
      const seen: unknown[] = [];
      let ExclusiveStartKey: Record<string, unknown> | undefined;
      do {
        const page = await query(
          '#run = :r',
          { ':r': 'q', ':c': 30 },
          { Limit: 7, ScanIndexForward, ExclusiveStartKey, FilterExpression: 'cost >= :c' },
        );
        expect(page.ScannedCount).toBeLessThanOrEqual(7);
        seen.push(...(numbers(page.Items) ?? []));
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
      expect(seen).toHaveLength(30);
      expect(new Set(seen).size).toBe(30);
    }
  });

  it('reads a sparse index, with only what it projects', async () => {
    const { Items, Count } = await db.send(
      new QueryCommand({
        TableName: 'rows',
        IndexName: 'by-state',
        KeyConditionExpression: '#state = :s',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: { ':s': 'even' },
      }),
    );
    expect(Count).toBe(30);
    expect(Items?.[0]).toEqual({ run: 'q', n: -10, cost: 0, state: 'even' });
  });

  it('refuses what AWS refuses', async () => {
    const values = { ':r': 'q' };
    await expect(query('#run > :r', values)).rejects.toThrow('Query key condition not supported');
    await expect(query('#run = :r AND cost = :r', values)).rejects.toThrow(
      'Query condition missed key schema element: n',
    );
    await expect(query('#run = :r', values, { FilterExpression: 'n = :r' })).rejects.toThrow(
      'Filter Expression can only contain non-primary key attributes: Primary key attribute: n',
    );
    await expect(query('#run = :r', values, { IndexName: 'none' })).rejects.toThrow(
      'The table does not have the specified index: none',
    );
  });
});

describe('Scan', () => {
  it('sees every item once over pages and over parallel segments', async () => {
    const Items = Array.from({ length: 40 }, (_, n) => ({ id: `scan-${n}`, scanned: true }));
    for (const Item of Items) await db.send(new PutCommand({ TableName: 'runs', Item }));
    const scan = async (options: object) => {
      const found: unknown[] = [];
      let ExclusiveStartKey: Record<string, unknown> | undefined;
      do {
        const page = await db.send(
          new ScanCommand({
            TableName: 'runs',
            FilterExpression: 'attribute_exists(scanned)',
            ProjectionExpression: 'id',
            ExclusiveStartKey,
            ...options,
          }),
        );
        found.push(...(page.Items ?? []).map(({ id }) => id));
        ExclusiveStartKey = page.LastEvaluatedKey;
      } while (ExclusiveStartKey);
      return found;
    };
    const expected = Items.map(({ id }) => id).sort();
    expect((await scan({ Limit: 3 })).sort()).toEqual(expected);
    const segments = await Promise.all([0, 1, 2].map((Segment) => scan({ Segment, TotalSegments: 3 })));
    expect(segments.flat().sort()).toEqual(expected);
  });
});

describe('a transaction', () => {
  it('stores all or nothing and says which action failed', async () => {
    await db.send(new PutCommand({ TableName: 'runs', Item: { id: 't1', n: 1 } }));
    const failure = await db
      .send(
        new TransactWriteCommand({
          TransactItems: [
            { Put: { TableName: 'runs', Item: { id: 't2' } } },
            {
              Update: {
                TableName: 'runs',
                Key: { id: 't1' },
                UpdateExpression: 'SET n = :n',
                ConditionExpression: 'n = :old',
                ExpressionAttributeValues: { ':n': 2, ':old': 5 },
                ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
              },
            },
          ],
        }),
      )
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TransactionCanceledException);
    expect((failure as TransactionCanceledException).CancellationReasons).toMatchObject([
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed', Item: { n: { N: '1' } } },
    ]);
    expect((await db.send(new GetCommand({ TableName: 'runs', Key: { id: 't2' } }))).Item).toBeUndefined();

    await db.send(
      new TransactWriteCommand({
        TransactItems: [
          { Put: { TableName: 'runs', Item: { id: 't2' } } },
          { Delete: { TableName: 'runs', Key: { id: 't1' } } },
          { ConditionCheck: { TableName: 'runs', Key: { id: 't0' }, ConditionExpression: 'attribute_not_exists(id)' } },
        ],
      }),
    );
    const { Responses } = await db.send(
      new TransactGetCommand({
        TransactItems: ['t1', 't2'].map((id) => ({ Get: { TableName: 'runs', Key: { id } } })),
      }),
    );
    expect(Responses).toEqual([{}, { Item: { id: 't2' } }]);
  });

  it('with the same token is done once; with other contents it is refused', async () => {
    const add = (n: number) =>
      db.send(
        new TransactWriteCommand({
          ClientRequestToken: 'token-1',
          TransactItems: [
            {
              Update: {
                TableName: 'runs',
                Key: { id: 'once' },
                UpdateExpression: 'ADD n :n',
                ExpressionAttributeValues: { ':n': n },
              },
            },
          ],
        }),
      );
    await add(1);
    await add(1);
    expect((await db.send(new GetCommand({ TableName: 'runs', Key: { id: 'once' } }))).Item).toEqual({
      id: 'once',
      n: 1,
    });
    await expect(add(2)).rejects.toMatchObject({ name: 'IdempotentParameterMismatchException' });
  });
});

describe('batches', () => {
  it('get what is there, and refuse a key named twice', async () => {
    await db.send(new PutCommand({ TableName: 'runs', Item: { id: 'b1', n: 1 } }));
    const { Responses } = await db.send(
      new BatchGetCommand({ RequestItems: { runs: { Keys: [{ id: 'b1' }, { id: 'missing' }] } } }),
    );
    expect(Responses).toEqual({ runs: [{ id: 'b1', n: 1 }] });
    await expect(
      db.send(new BatchGetCommand({ RequestItems: { runs: { Keys: [{ id: 'b1' }, { id: 'b1' }] } } })),
    ).rejects.toThrow('Provided list of item keys contains duplicates');
  });

  it('give what they got in an order of their own, which is the same each time', async () => {
    const Keys = ['o1', 'o2', 'o3', 'o4', 'o5'].map((id) => ({ id }));
    for (const Item of Keys) await db.send(new PutCommand({ TableName: 'runs', Item }));
    const asked = async (order: typeof Keys) =>
      (await db.send(new BatchGetCommand({ RequestItems: { runs: { Keys: order } } }))).Responses?.runs;
    const found = await asked(Keys);
    expect(found).not.toEqual(Keys);
    expect(found?.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(Keys);
    expect(await asked(Keys.toReversed())).toEqual(found);
  });
});
