import { type Case, createTable, KEY, put } from './case.ts';

const text = (S: string) => ({ S });
const number = (N: number | string) => ({ N: String(N) });
const onThings = { TableName: 'things' };
const ABSENT = { pk: text('absent'), sk: number(1) };

/** Values as they are stored and given back, what PutItem and DeleteItem refuse, batches and transactions. */
export function writes(): Case[] {
  return [
    createTable,
    ...NUMBERS.flatMap((N) => stored({ v: { N } })),
    ...WELL_FORMED.flatMap((v) => stored({ v })),
    ...REFUSED.map((v) => put({ ...KEY, v })),
    ...puts(),
    ...deletes(),
    ...batches(),
    ...transactions(),
  ];
}

const stored = (attributes: object): Case[] => [
  put({ ...KEY, ...attributes }),
  { operation: 'GetItem', request: { ...onThings, Key: KEY } },
];

const NUMBERS =
  `0 -0 0.0 1 -1 +7 007 1.50 1e3 1E3 1e+3 1E-5 .5 -.25 5. 100e-2 0.1 12345678901234567890123456789012345678
  -12345678901234567890123456789012345678 0.00000000000000000000000000000000000001 1e125 9.9e125 -9.9e125 1e-130 1e20 123456.789e10
  99999999999999999999999999999999999999 1e126 1e-131 123456789012345678901234567890123456789 abc 1e --1 1.2.3 0x1 1_0 NaN Infinity ∞ 1,5 e5`
    .split(/\s+/)
    .concat(['', ' 1', '1 ']);

const WELL_FORMED = [
  text(''),
  text('é😀\uffff'),
  text('a\u0000b'),
  { B: '' },
  { B: '/wA=' },
  { BOOL: false },
  { NULL: true },
  { SS: ['b', 'a'] },
  { SS: [''] },
  { NS: ['2', '1.0', '1e1'] },
  { BS: ['YQ==', ''] },
  { L: [] },
  { M: {} },
  { M: { 'x.y': number(1), 'a[0]': number(2), ' ': number(3) } },
  { L: [{ L: [{ L: [{ M: { a: { NULL: true } } }] }] }] },
  nested(30),
];

const REFUSED = [
  {},
  { S: 'a', N: '1' },
  { SS: [] },
  { NS: [] },
  { BS: [] },
  { SS: ['a', 'a'] },
  { NS: ['1', '1.0'] },
  { NS: ['1', 'one'] },
  { BS: ['YQ==', 'YQ=='] },
  { NULL: false },
  { M: { a: {} } },
  { L: [{}] },
  { M: { '': number(1) } },
  nested(32),
];

function nested(levels: number): object {
  return levels === 0 ? number(1) : { L: [nested(levels - 1)] };
}

function puts(): Case[] {
  return [
    put({}),
    put({ pk: text('p') }),
    put({ sk: number(1) }),
    put({ pk: number(1), sk: number(1) }),
    put({ pk: text(''), sk: number(1) }),
    put({ pk: text('x'.repeat(2049)), sk: number(1) }),
    put({ ...KEY, '': text('a') }),
    put({ ...KEY, person: number(1) }),
    put({ ...KEY, person: text('') }),
    put({ ...KEY, person: text('x'.repeat(2048)) }),
    put({ ...KEY, person: text('x'.repeat(2049)) }),
    put({ ...KEY, score: text('1') }),
    put({ ...KEY, label: text('x'.repeat(1024)) }),
    put({ ...KEY, label: text('x'.repeat(1025)) }),
    { operation: 'PutItem', request: onThings },
    { operation: 'PutItem', request: { Item: KEY } },
    { operation: 'PutItem', request: { TableName: 'no-such-table', Item: KEY } },
    ...['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW'].flatMap((ReturnValues) => [
      put({ ...KEY, v: number(1) }),
      { operation: 'PutItem', request: { ...onThings, Item: { ...KEY, v: number(2) }, ReturnValues } },
    ]),
    ...['attribute_not_exists(pk)', 'v = :one', 'v <> :one'].flatMap((ConditionExpression) =>
      ['NONE', 'ALL_OLD'].map((ReturnValuesOnConditionCheckFailure) => ({
        operation: 'PutItem',
        request: {
          ...onThings,
          Item: { ...KEY, v: number(1) },
          ConditionExpression,
          ReturnValuesOnConditionCheckFailure,
          ...(ConditionExpression.includes(':one') && { ExpressionAttributeValues: { ':one': number(1) } }),
        },
      })),
    ),
  ];
}

function deletes(): Case[] {
  const remove = (more: object): Case => ({ operation: 'DeleteItem', request: { ...onThings, Key: KEY, ...more } });
  return [
    remove({ ReturnValues: 'ALL_OLD' }),
    remove({ ReturnValues: 'ALL_OLD' }),
    remove({ ReturnValues: 'ALL_NEW' }),
    remove({ Key: { pk: text('p') } }),
    remove({ Key: {} }),
    remove({ ConditionExpression: 'attribute_exists(pk)' }),
    remove({ ConditionExpression: 'attribute_not_exists(pk)' }),
    remove({ ConditionExpression: 'pk = ' }),
    remove({ ConditionExpression: 'v = :v' }),
    remove({ ExpressionAttributeNames: { '#a': 'b' } }),
  ];
}

function batches(): Case[] {
  const write = (...requests: object[]): Case => ({
    operation: 'BatchWriteItem',
    request: { RequestItems: { things: requests } },
  });
  const read = (more: object): Case => ({
    operation: 'BatchGetItem',
    request: { RequestItems: { things: more } },
    unordered: true,
  });
  const keys = Array.from({ length: 101 }, (_, index) => ({ pk: text('batch'), sk: number(index) }));
  const puts = keys.map((key) => ({ PutRequest: { Item: { ...key, v: text('x'), l: { L: [number(1)] } } } }));
  return [
    write(...puts.slice(0, 25)),
    write(...puts.slice(0, 26)),
    write(),
    write({}),
    write({ PutRequest: { Item: KEY } }, { DeleteRequest: { Key: ABSENT } }),
    write({ PutRequest: { Item: KEY } }, { DeleteRequest: { Key: KEY } }),
    write({ PutRequest: { Item: KEY } }, { PutRequest: { Item: KEY } }),
    write({ PutRequest: { Item: { pk: text('p') } } }),
    write({ PutRequest: { Item: { ...KEY, person: number(1) } } }),
    write({ DeleteRequest: { Key: { ...KEY, more: number(1) } } }),
    { operation: 'BatchWriteItem', request: { RequestItems: {} } },
    { operation: 'BatchWriteItem', request: {} },
    { operation: 'BatchWriteItem', request: { RequestItems: { 'no-such-table': [puts[0]] } } },
    read({ Keys: keys.slice(0, 3) }),
    read({ Keys: keys.slice(23, 27) }),
    read({ Keys: keys.slice(0, 100) }),
    read({ Keys: keys }),
    read({ Keys: [] }),
    read({ Keys: [KEY, KEY] }),
    read({ Keys: [{ pk: text('batch') }] }),
    read({ Keys: keys.slice(0, 2), ProjectionExpression: 'v' }),
    read({ Keys: keys.slice(0, 2), ProjectionExpression: '#v, l[0]', ExpressionAttributeNames: { '#v': 'v' } }),
    read({ Keys: keys.slice(0, 2), ProjectionExpression: 'pk[0]' }),
    read({ Keys: keys.slice(0, 2), AttributesToGet: ['v', 'sk'] }),
    read({ Keys: keys.slice(0, 2), AttributesToGet: ['v'], ProjectionExpression: 'v' }),
    read({}),
    { operation: 'BatchGetItem', request: { RequestItems: {} } },
    { operation: 'BatchGetItem', request: { RequestItems: { 'no-such-table': { Keys: [KEY] } } } },
  ];
}

function transactions(): Case[] {
  const write = (...TransactItems: object[]): Case => ({ operation: 'TransactWriteItems', request: { TransactItems } });
  const read = (...TransactItems: object[]): Case => ({ operation: 'TransactGetItems', request: { TransactItems } });
  const Put = (Item: object, more: object = {}) => ({ Put: { ...onThings, Item, ...more } });
  const Update = (Key: object, UpdateExpression: string, more: object = {}) => ({
    Update: { ...onThings, Key, UpdateExpression, ...more },
  });
  const Delete = (Key: object, more: object = {}) => ({ Delete: { ...onThings, Key, ...more } });
  const Check = (Key: object, ConditionExpression: string, more: object = {}) => ({
    ConditionCheck: { ...onThings, Key, ConditionExpression, ...more },
  });
  const Get = (Key: object, more: object = {}) => ({ Get: { ...onThings, Key, ...more } });
  const values = { ExpressionAttributeValues: { ':v': number(1) } };
  const other = { pk: text('other'), sk: number(1) };
  const cancelled = (says: string) => ({ status: 400, error: 'TransactionCanceledException', says });
  const reasons = cancelled(
    'TransactWriteItems, TransactionCanceledException, "Validation Error" lists this message among the reasons\' messages. DynamoDB Local answers ValidationException.',
  );
  const refusedAtOnce = {
    status: 400,
    error: 'ValidationException',
    says: 'TransactWriteItems: "There is a user error"; "Transaction request cannot include multiple operations on one item". DynamoDB Local looks at the conditions first.',
  };
  return [
    put({ ...KEY, v: number(1), s: text('a') }),
    write(Put({ ...other, v: number(1) }), Update(KEY, 'SET v = :v', values)),
    write(Check(KEY, 'attribute_exists(pk)'), Delete(other)),
    write(Check(KEY, 'attribute_not_exists(pk)'), Put(other)),
    write(Put(other, { ConditionExpression: 'attribute_exists(pk)', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' })),
    write(
      Check(KEY, 'v = :v', {
        ExpressionAttributeValues: { ':v': number(9) },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
      Put(other),
    ),
    write(Check(KEY, 'attribute_not_exists(pk)'), Check(other, 'attribute_exists(pk)'), Put(ABSENT)),
    { ...write(Put(KEY), Delete(KEY)), aws: refusedAtOnce },
    { ...write(Check(KEY, 'attribute_not_exists(pk)'), Put(KEY)), aws: refusedAtOnce },
    write(),
    write({}),
    write({ ...Put(KEY), ...Delete(other) }),
    write(...Array.from({ length: 100 }, (_, index) => Put({ pk: text('many'), sk: number(index) }))),
    write(...Array.from({ length: 101 }, (_, index) => Put({ pk: text('many'), sk: number(index) }))),
    write(Put({ pk: text('p') })),
    write(Put({ pk: text(''), sk: number(1) })),
    write(Put({ ...KEY, person: number(1) }), Delete(other)),
    write(Delete(other), Put({ ...KEY, score: text('1') })),
    write(Delete({ pk: text('p'), sk: text('1') })),
    write(Delete({ pk: text('p') })),
    write(Update(KEY, 'SET pk = :v', values)),
    write(Update(KEY, 'SET v = ')),
    write(Update(KEY, 'SET v = v + :v', { ExpressionAttributeValues: { ':v': text('a') } })),
    { ...write(Delete(other), Update(KEY, 'SET v = absent')), aws: reasons },
    { ...write(Delete(other), Update(KEY, 'SET absent.a = :v', values)), aws: reasons },
    { ...write(Delete(other), Update(KEY, 'SET v = s + :v', values)), aws: reasons },
    write(Put({ ...KEY, v: { NS: ['1', '1'] } })),
    write(Delete({ ...KEY }, { TableName: 'no-such-table' })),
    write(
      Delete({ ...KEY }, { TableName: 'no-such-table' }),
      Check(other, 'v < :m', { ExpressionAttributeValues: { ':m': { M: {} } } }),
    ),
    write(Delete({ ...KEY }, { TableName: 'no-such-table' }), Update(other, 'SET v = ')),
    write(Delete({ ...KEY }, { TableName: 'no-such-table' }), Put({ pk: text('p') })),
    write(Delete({ ...KEY }, { TableName: 'no-such-table' }), Check(other, 'attribute_not_exists(pk)')),
    write(Check(KEY, '')),
    { operation: 'TransactWriteItems', request: {} },
    read(Get(KEY), Get(ABSENT)),
    read(Get(KEY, { ProjectionExpression: 'v' })),
    read(Get(KEY, { ProjectionExpression: '#v', ExpressionAttributeNames: { '#v': 'v' } })),
    read(Get(KEY, { ProjectionExpression: 'v v' })),
    read(Get(KEY), Get(KEY)),
    read(),
    read({}),
    read(Get(KEY, { TableName: 'no-such-table' })),
    read(Get(KEY, { TableName: 'no-such-table' }), Get(other, { ProjectionExpression: 'v v' })),
    read(Get(KEY, { TableName: 'no-such-table' }), Get({ pk: text('p') })),
  ];
}
