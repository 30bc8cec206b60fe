import { type Case, createTable, KEY, put } from './case.ts';

const INDEXED = { ...KEY, person: { S: 'ann' }, score: { N: '1' }, label: { S: 'a' } };
const asked = { TableName: 'things', ReturnConsumedCapacity: 'INDEXES' };
const ofP = { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': { S: 'p' } } };
const ofAnn = { KeyConditionExpression: 'person = :p', ExpressionAttributeValues: { ':p': { S: 'ann' } } };

/** What each operation consumes, of the table and of its indexes. */
export function capacity(): Case[] {
  const writeOf = (Item: object): Case => ({ operation: 'PutItem', request: { ...asked, Item } });
  const set = (UpdateExpression: string, value: object): Case => ({
    operation: 'UpdateItem',
    request: { ...asked, Key: KEY, UpdateExpression, ExpressionAttributeValues: { ':v': value } },
  });
  const query = (more: object): Case => ({ operation: 'Query', request: { ...asked, ...more } });
  return [
    createTable,
    writeOf(KEY),
    writeOf(INDEXED),
    writeOf(INDEXED),
    writeOf({ ...INDEXED, x: { N: '1' } }),
    writeOf({ ...INDEXED, person: { S: 'bob' }, label: { S: 'b' } }),
    writeOf({ ...INDEXED, x: { S: 'x'.repeat(3000) } }),
    set('SET q = :v', { N: '1' }),
    set('SET score = :v', { N: '2' }),
    set('SET n = :v', { N: '2' }),
    query(ofP),
    query({ ...ofP, ConsistentRead: true }),
    query({ ...ofP, IndexName: 'by-label' }),
    query({ ...ofP, IndexName: 'by-label', Select: 'ALL_ATTRIBUTES' }),
    query({ ...ofAnn, IndexName: 'by-person' }),
    query({ ...ofAnn, IndexName: 'persons' }),
    { operation: 'Scan', request: asked },
    { operation: 'Scan', request: { ...asked, IndexName: 'persons' } },
    { operation: 'GetItem', request: { ...asked, Key: KEY } },
    { operation: 'GetItem', request: { ...asked, Key: KEY, ConsistentRead: true } },
    { operation: 'GetItem', request: { ...asked, Key: { ...KEY, sk: { N: '9' } } } },
    { operation: 'GetItem', request: { ...asked, ReturnConsumedCapacity: 'TOTAL', Key: KEY } },
    { operation: 'DeleteItem', request: { ...asked, Key: KEY } },
    { operation: 'DeleteItem', request: { ...asked, Key: KEY } },
    put(INDEXED),
    {
      operation: 'BatchGetItem',
      request: { RequestItems: { things: { Keys: [KEY], ConsistentRead: true } }, ReturnConsumedCapacity: 'INDEXES' },
    },
    {
      operation: 'BatchWriteItem',
      request: { RequestItems: { things: [{ PutRequest: { Item: INDEXED } }] }, ReturnConsumedCapacity: 'TOTAL' },
    },
    {
      operation: 'TransactGetItems',
      request: { TransactItems: [{ Get: { TableName: 'things', Key: KEY } }], ReturnConsumedCapacity: 'INDEXES' },
    },
  ];
}
