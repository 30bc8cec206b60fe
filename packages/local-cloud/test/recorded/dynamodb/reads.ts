import { type Case, createTable, put } from './case.ts';

const item = (pk: string, sk: number, more: object = {}) => ({ pk: { S: pk }, sk: { N: String(sk) }, ...more });

const text = (S: string) => ({ S });
const number = (N: number | string) => ({ N: String(N) });

const ITEMS = [
  ...[1, 2, 3, 10, -5, 2.5].map((sk) => item('p', sk, { n: number(sk), m: { M: { a: number(sk) } } })),
  item('q', 1, { person: text('ann'), score: number(1), label: text('b') }),
  item('q', 2, { person: text('ann'), score: number(2), label: text('a'), n: number(7), x: text('only in the table') }),
  item('q', 3, { person: text('bob'), score: number(1), label: text('ab') }),
  item('q', 4, { person: text('ann'), label: text('é') }),
  item('q', 5, { score: number(3), label: text('😀') }),
  item('q', 6, { person: text('ann'), score: number(-1), label: text('\uffff') }),
  item('list', 1, { l: { L: [number(1), text('b'), { M: { c: number(1), d: number(2) } }] } }),
];

/** Reading by key, in order, in part, in pages, from indexes. */
export function reads(): Case[] {
  return [createTable, ...ITEMS.map(put), ...gets(), ...queries(), ...indexQueries(), ...scans()];
}

const get = (more: object): Case => ({ operation: 'GetItem', request: { TableName: 'things', ...more } });
const query = (more: object, unordered = false): Case => ({
  operation: 'Query',
  request: { TableName: 'things', ...more },
  ...(unordered && { unordered }),
});

function gets(): Case[] {
  const Key = { pk: text('list'), sk: number(1) };
  return [
    get({ Key }),
    get({ Key: { pk: text('list'), sk: number('1.0') } }),
    get({ Key: { pk: text('list'), sk: number('1e0') } }),
    get({ Key, ConsistentRead: true }),
    get({ Key: { pk: text('list'), sk: number(2) } }),
    get({ Key: { pk: text('list') } }),
    get({ Key: { sk: number(1) } }),
    get({ Key: {} }),
    get({ Key: { ...Key, more: number(1) } }),
    get({ Key: { pk: number(1), sk: number(1) } }),
    get({ Key: { pk: text(''), sk: number(1) } }),
    get({ Key: { pk: text('x'.repeat(2049)), sk: number(1) } }),
    get({ Key: { pk: text('x'.repeat(2048)), sk: number(1) } }),
    get({ Key: { pk: text('list'), sk: number('one') } }),
    get({ Key: { pk: { NULL: true }, sk: number(1) } }),
    get({}),
    get({ Key, TableName: 'no-such-table' }),
    get({ Key, TableName: 'x' }),
    get({ Key, TableName: 'not/a/name' }),
    ...PROJECTIONS.map((ProjectionExpression) => get({ Key, ProjectionExpression })),
    get({ Key, ProjectionExpression: '#l', ExpressionAttributeNames: { '#l': 'l' } }),
    get({ Key, ProjectionExpression: '#l.#l', ExpressionAttributeNames: { '#l': 'l' } }),
    get({ Key, ProjectionExpression: 'l', ExpressionAttributeNames: { '#l': 'l' } }),
    get({ Key, ExpressionAttributeNames: { '#l': 'l' } }),
    get({ Key, AttributesToGet: ['l'] }),
    get({ Key, AttributesToGet: ['absent', 'pk'] }),
    get({ Key, AttributesToGet: ['l'], ProjectionExpression: 'l' }),
  ];
}

const PROJECTIONS = [
  'l',
  'pk',
  'pk, l',
  'l[0]',
  'l[0], l[1]',
  'l[1], l[0]',
  'l[2].c',
  'l[2].c, l[2].d',
  'l[2].c, l[0]',
  'l[5]',
  'absent',
  'absent.a[1]',
  'l.a',
  'l, l',
  'l, l[0]',
  'l[0], l.a',
  'l[0].a, l[0].b',
  'pk.a',
  'pk[0]',
  'person.a',
  'name',
  '',
  ',',
  'l,',
  'l l',
  'l[',
  'l[a]',
  'l[-1]',
  'l[01]',
  'l[0',
  '_l',
  ':l',
  '#l',
  'size(l)',
  'l = l',
];

function queries(): Case[] {
  const ofP = (condition: string, values: object = {}, more: object = {}) =>
    query({
      KeyConditionExpression: condition,
      ExpressionAttributeValues: { ':p': text('p'), ...values },
      ...more,
    });
  const two = { ':a': number(2), ':b': number(10) };
  const one = { ':a': number(2) };
  const ranges = [
    'sk = :a',
    'sk < :a',
    'sk <= :a',
    'sk > :a',
    'sk >= :a',
    ':a < sk',
    ':a >= sk',
    '(sk = :a)',
    '(sk) > :a',
  ];
  const both = [true, false];
  return [
    ...both.flatMap((ScanIndexForward) => [
      ofP('pk = :p', {}, { ScanIndexForward }),
      ...ranges.map((range) => ofP(`pk = :p AND ${range}`, one, { ScanIndexForward })),
      ofP('pk = :p AND sk BETWEEN :a AND :b', two, { ScanIndexForward }),
      ...[1, 2, 5, 6, 7].map((Limit) => ofP('pk = :p', {}, { ScanIndexForward, Limit })),
      ...[-5, 2, 2.2, 10, 11].map((sk) =>
        ofP('pk = :p', {}, { ScanIndexForward, ExclusiveStartKey: { pk: text('p'), sk: number(sk) } }),
      ),
      ...[1, 2, 3, 10].map((sk) =>
        ofP('pk = :p AND sk > :a', one, { ScanIndexForward, ExclusiveStartKey: { pk: text('p'), sk: number(sk) } }),
      ),
    ]),
    ofP('pk = :p', {}, { ExclusiveStartKey: { pk: text('q'), sk: number(1) } }),
    ofP('pk = :p', {}, { ExclusiveStartKey: { pk: text('p') } }),
    ofP('pk = :p', {}, { ExclusiveStartKey: { pk: text('p'), sk: text('1') } }),
    ofP('pk = :p', {}, { ExclusiveStartKey: { pk: text('p'), sk: number(1), n: number(1) } }),
    ofP('pk = :p', {}, { Limit: 0 }),
    ofP('pk = :p', {}, { Limit: -1 }),
    ofP('sk = :a AND pk = :p', one),
    ofP('pk = :p AND sk > :a', { ':a': text('2') }),
    ofP('begins_with(sk, :a) AND pk = :p', one),
    ...['COUNT', 'ALL_ATTRIBUTES', 'SPECIFIC_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES', 'NOTHING'].flatMap((Select) => [
      ofP('pk = :p', {}, { Select }),
      ofP('pk = :p', {}, { Select, ProjectionExpression: 'n' }),
    ]),
    ...['n > :a', 'n = :a OR m.a < :a', 'attribute_not_exists(n)', 'pk = :p', 'sk = :a', 'NOT n = :a'].map((filter) =>
      ofP('pk = :p', filter.includes(':a') ? one : {}, { FilterExpression: filter }),
    ),
    ofP('pk = :p', one, { FilterExpression: 'n > :a', Limit: 2 }),
    ofP('pk = :p', one, { FilterExpression: 'n > :a', ProjectionExpression: 'm.a' }),
    ofP('pk = :p', one, { FilterExpression: '((n > :a))' }),
    ...BAD_KEY_CONDITIONS.map((condition) => ofP(condition, condition.includes(':a') ? one : {}, {})),
    query({ KeyConditionExpression: 'pk = :p' }),
    query({ KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': number(1) } }),
    query({ KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': text('') } }),
    query({ KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': text('nobody') } }),
    query({ ExpressionAttributeValues: { ':p': text('p') } }),
    query({}),
    query({
      KeyConditionExpression: '#p = :p',
      ExpressionAttributeNames: { '#p': 'pk' },
      ExpressionAttributeValues: { ':p': text('q') },
    }),
  ];
}

const BAD_KEY_CONDITIONS = [
  '',
  'pk',
  'pk > :p',
  'pk <> :p',
  'pk IN (:p)',
  'pk BETWEEN :p AND :p',
  'begins_with(pk, :p)',
  'pk = :p OR sk = :a',
  'NOT pk = :p',
  'pk = :p AND sk <> :a',
  'pk = :p AND sk IN (:a)',
  'pk = :p AND NOT sk = :a',
  'pk = :p AND pk = :p',
  'pk = :p AND sk > :a AND sk < :a',
  'pk = :p AND n = :a',
  'n = :a AND pk = :p',
  'sk = :a',
  'pk = :p AND attribute_exists(sk)',
  'pk = :p AND size(sk) = :a',
  'pk = :p AND contains(sk, :a)',
  'pk = pk',
  'pk.a = :p',
  '((pk = :p))',
  'pk = :p AND',
];

function indexQueries(): Case[] {
  const of = (IndexName: string, condition: string, values: object, more: object = {}) =>
    query({ IndexName, KeyConditionExpression: condition, ExpressionAttributeValues: values, ...more });
  const ann = { ':o': text('ann') };
  const inQ = { ':p': text('q') };
  const start = { pk: text('q'), sk: number(1) };
  return [
    of('by-person', 'person = :o', ann),
    of('by-person', 'person = :o', ann, { ScanIndexForward: false }),
    of('by-person', 'person = :o AND score > :r', { ...ann, ':r': number(0) }),
    of('by-person', 'person = :o AND score BETWEEN :r AND :s', { ...ann, ':r': number(-1), ':s': number(1) }),
    of('by-person', 'person = :o', ann, { Limit: 1 }),
    of('by-person', 'person = :o', ann, { ExclusiveStartKey: { ...start, person: text('ann'), score: number(1) } }),
    of('by-person', 'person = :o', ann, { ExclusiveStartKey: { ...start, person: text('bob'), score: number(1) } }),
    of('by-person', 'person = :o', ann, { ExclusiveStartKey: start }),
    of('by-person', 'person = :o', ann, { ConsistentRead: true }),
    of('by-person', 'person = :o', ann, { Select: 'ALL_ATTRIBUTES' }),
    of('by-person', 'person = :o', ann, { Select: 'COUNT' }),
    of('by-person', 'person = :o', ann, {
      FilterExpression: 'n = :n',
      ExpressionAttributeValues: { ...ann, ':n': number(7) },
    }),
    of('by-person', 'person = :o', ann, { FilterExpression: 'person = :o' }),
    of('by-person', 'pk = :o', ann),
    { ...of('persons', 'person = :o', ann), unordered: true },
    { ...of('persons', 'person = :o', ann, { Select: 'ALL_PROJECTED_ATTRIBUTES' }), unordered: true },
    of('persons', 'person = :o', ann, { Select: 'ALL_ATTRIBUTES' }),
    of('persons', 'person = :o', ann, { ProjectionExpression: 'n' }),
    { ...of('persons', 'person = :o', ann, { ProjectionExpression: 'sk' }), unordered: true },
    of('persons', 'person = :o AND score = :r', { ...ann, ':r': number(1) }),
    of('by-label', 'pk = :p', inQ),
    of('by-label', 'pk = :p', inQ, { ScanIndexForward: false }),
    of('by-label', 'pk = :p AND begins_with(label, :l)', { ...inQ, ':l': text('a') }),
    of('by-label', 'pk = :p AND label >= :l', { ...inQ, ':l': text('é') }),
    of('by-label', 'pk = :p AND label < :l', { ...inQ, ':l': text('\uffff') }),
    of('by-label', 'pk = :p', inQ, { Select: 'ALL_ATTRIBUTES' }),
    of('by-label', 'pk = :p', inQ, { ProjectionExpression: 'x, n' }),
    of('by-label', 'pk = :p', inQ, { ConsistentRead: true }),
    of('by-label', 'pk = :p', inQ, { Limit: 2 }),
    of('no-such-index', 'pk = :p', inQ),
  ];
}

function scans(): Case[] {
  const scan = (more: object): Case => ({
    operation: 'Scan',
    request: { TableName: 'things', ...more },
    unordered: true,
  });
  return [
    scan({}),
    scan({ Select: 'COUNT' }),
    scan({ FilterExpression: 'n > :n', ExpressionAttributeValues: { ':n': number(2) } }),
    scan({ FilterExpression: 'sk > :n', ExpressionAttributeValues: { ':n': number(2) } }),
    scan({
      FilterExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': text('q') },
      ProjectionExpression: 'label',
    }),
    scan({ IndexName: 'by-person' }),
    scan({ IndexName: 'persons' }),
    scan({ IndexName: 'by-label' }),
    scan({ IndexName: 'no-such-index' }),
    scan({ Segment: 0, TotalSegments: 1 }),
    scan({ Segment: 1, TotalSegments: 1 }),
    scan({ Segment: 0 }),
    scan({ TotalSegments: 2 }),
    scan({ Limit: 0 }),
    scan({ ConsistentRead: true }),
    scan({ IndexName: 'by-person', ConsistentRead: true }),
    scan({ FilterExpression: '' }),
    scan({ ExpressionAttributeValues: { ':n': number(2) } }),
  ];
}
