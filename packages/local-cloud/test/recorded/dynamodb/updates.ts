import { ATTRIBUTES, type Case, createTable, KEY, put, TYPES, VALUES } from './case.ts';

const ITEM = { ...KEY, ...ATTRIBUTES, nested: { M: { elements: { L: [{ N: '1' }, { M: { a: { N: '1' } } }] } } } };

/** Every way to change an item: with values of each type, on attributes of each type, and what is refused. */
export function updates(): Case[] {
  const pairs = TYPES.flatMap((left) => TYPES.map((right) => ({ left, right })));
  return [
    createTable,
    ...pairs.flatMap(({ left, right }) => [
      ...update(`SET r = a${left} + :v`, { ':v': VALUES[right] }),
      ...update(`SET r = list_append(a${left}, :v)`, { ':v': VALUES[right] }),
      ...update(`ADD a${left} :v`, { ':v': VALUES[right] }),
      ...update(`DELETE a${left} :v`, { ':v': VALUES[right] }),
    ]),
    ...TYPES.flatMap((type) => [
      ...update(`SET r = :v`, { ':v': VALUES[type] }),
      ...update(`SET r = a${type}`),
      ...update(`SET r = if_not_exists(absent, :v)`, { ':v': VALUES[type] }),
      ...update(`SET r = if_not_exists(a${type}, :v)`, { ':v': { S: 'other' } }),
      ...update(`REMOVE a${type}`),
      ...update(`ADD absent :v`, { ':v': VALUES[type] }),
    ]),
    ...EXPRESSIONS.flatMap((expression) => update(expression, valuesIn(expression))),
    ...RETURNS.flatMap((ReturnValues) =>
      ['SET aN = :n, r = :n', 'REMOVE aS', 'SET nested.elements[9] = :n REMOVE aS'].flatMap((expression) =>
        update(expression, valuesIn(expression), { ReturnValues }),
      ),
    ),
    ...['UPDATED_OLD', 'UPDATED_NEW'].flatMap((ReturnValues) => [
      put(ITEM),
      updateCase('SET aM.n = :n', valuesIn(':n'), { ReturnValues }, onlyThePath(ReturnValues)),
    ]),
    ...MISSING.flatMap(({ expression, aws }) => [
      { operation: 'DeleteItem', request: { TableName: 'things', Key: KEY } },
      updateCase(expression, valuesIn(expression), {}, aws),
      { operation: 'GetItem', request: { TableName: 'things', Key: KEY }, ...(aws && { aws }) },
    ]),
    ...update('SET r = r2 + :n', { ':n': { N: '9.9e125' } }),
    ...update('SET r = aN + :n', { ':n': { N: '9.9e125' } }),
    ...update('SET r = :n - :m', { ':n': { N: '0.1' }, ':m': { N: '0.3' } }),
    ...update('SET r = :n + :m', { ':n': { N: '99999999999999999999999999999999999999' }, ':m': { N: '1' } }),
    ...update('SET r = :n + :m', { ':n': { N: '1e38' }, ':m': { N: '1e-38' } }),
    ...update('SET aN = :n', { ':n': { N: '6' } }, { ConditionExpression: 'aN = :n' }),
    ...update(
      'SET aN = :n',
      { ':n': { N: '6' } },
      { ConditionExpression: 'aN = :n', ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
    ),
    put(ITEM),
    updateCase('SET person = :v', { ':v': { N: '1' } }, {}, WRONG_TYPE),
    put(ITEM),
    updateCase('SET score = :v', { ':v': { S: 'a' } }, {}, WRONG_TYPE),
    ...update('SET person = :v', { ':v': { S: '' } }),
  ];
}

/** The item anew, then the update. */
const update = (expression: string, values?: object, more: object = {}): Case[] => [
  put(ITEM),
  updateCase(expression, values, more),
];

function updateCase(expression: string, values?: object, more: object = {}, aws?: Case['aws']): Case {
  return {
    operation: 'UpdateItem',
    request: {
      TableName: 'things',
      Key: KEY,
      UpdateExpression: expression,
      ReturnValues: 'ALL_NEW',
      ...(values && Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
      ...more,
    },
    ...(aws && { aws }),
  };
}

const BY_NAME: Readonly<Record<string, object>> = {
  ':n': { N: '1' },
  ':s': { S: 'new' },
  ':l': { L: [{ S: 'x' }] },
  ':ss': { SS: ['abc', 'z'] },
};

const valuesIn = (expression: string): object =>
  Object.fromEntries(Object.entries(BY_NAME).filter(([name]) => new RegExp(`${name}\\b`).test(expression)));

const RETURNS = ['NONE', 'ALL_OLD', 'ALL_NEW', 'UPDATED_OLD', 'UPDATED_NEW', 'SOMETHING'];

const REMOVES_NOTHING = {
  status: 200,
  says: 'UpdateItem, AttributeUpdates, "If no item with the specified Key is found": DELETE "causes nothing to happen; there is no attribute to delete". DynamoDB Local makes an item.',
};

/** Of a nested attribute only what the expression names comes back. */
const onlyThePath = (wanted: string) => ({
  status: 200,
  answer: { Attributes: { aM: { M: { n: { N: wanted === 'UPDATED_OLD' ? '5' : '1' } } } } },
  says: 'Developer Guide, "Update items": after SET info.rating = info.rating + :val UPDATED_NEW gives {"info": {"rating": …}} alone. DynamoDB Local gives the whole attribute.',
});

const WRONG_TYPE = {
  status: 400,
  error: 'ValidationException',
  says: 'TransactionCanceledException names it among the validation errors: "The update expression attempted to update the secondary index key to unsupported type". DynamoDB Local stores it.',
};

const MISSING: { expression: string; aws?: Case['aws'] }[] = [
  { expression: 'SET aN = :n' },
  { expression: 'SET aN = if_not_exists(aN, :n)' },
  { expression: 'SET aN = aN + :n' },
  { expression: 'SET r = sk' },
  { expression: 'ADD aN :n' },
  { expression: 'ADD tags :ss' },
  { expression: 'SET a.b = :n' },
  { expression: 'SET a[0] = :n' },
  { expression: 'REMOVE a.b' },
  { expression: 'REMOVE aN', aws: REMOVES_NOTHING },
  { expression: 'DELETE tags :ss', aws: REMOVES_NOTHING },
  { expression: 'REMOVE aN SET r = :n' },
];

const EXPRESSIONS = [
  'SET aN = aN + :n',
  'SET aN = aN - :n',
  'SET aN = :n - aN',
  'SET r = (aN + :n)',
  'SET r = (aN) + (:n)',
  'SET r = (aN)',
  'SET r = ((aN + :n))',
  'SET r = aN + (aN - :n)',
  'SET r = aN + aN + :n',
  'SET r = aN * :n',
  'SET r = if_not_exists(r, aN) + :n',
  'SET r = if_not_exists(aN, :n) + if_not_exists(r, :n)',
  'SET r = if_not_exists(r, if_not_exists(q, :n))',
  'SET r = if_not_exists(r, aN + :n)',
  'SET r = if_not_exists(aN + :n, :n)',
  'SET r = if_not_exists(:n, :n)',
  'SET r = if_not_exists(r)',
  'SET r = if_not_exists(r, :n, :n)',
  'SET r = list_append(if_not_exists(r, :l), :l)',
  'SET r = list_append(:l, aL)',
  'SET r = list_append(:l, :l)',
  'SET r = list_append(aL)',
  'SET r = list_append(list_append(aL, :l), :l)',
  'SET r = if_not_exists(r, list_append(aL, :l))',
  'SET r = list_append(aL, :l) + :n',
  'SET r = list_append(aL, absent)',
  'SET r = size(aL)',
  'SET r = attribute_exists(aL)',
  'SET r = foo(aL)',
  'SET r = absent',
  'SET r = aL[0]',
  'SET r = aL[7]',
  'SET r = aM.a',
  'SET r = aM.absent',
  'SET aL[0] = :s',
  'SET aL[1] = :s, aL[0] = :n',
  'SET aL[7] = :s',
  'SET aL[9] = :s, aL[5] = :n, aL[7] = aS',
  'SET aM.a = :s',
  'SET aM.fresh = :s',
  'SET aM.fresh.deeper = :s',
  'SET aM[0] = :s',
  'SET aL.a = :s',
  'SET aS.a = :s',
  'SET absent.a = :s',
  'SET absent[0] = :s',
  'SET nested.elements[0] = :s, nested.elements[1].a = :n',
  'SET nested.elements[1].b = nested.elements[0]',
  'REMOVE aL[0]',
  'REMOVE aL[1], aL[0]',
  'REMOVE aL[7]',
  'REMOVE aL[0] SET aL[5] = :s',
  'REMOVE aM.a',
  'REMOVE aM.absent',
  'REMOVE absent',
  'REMOVE absent.a',
  'REMOVE nested.elements[1].a',
  'REMOVE aS, aN',
  'ADD aN :n, aSS :ss',
  'ADD aM.n :n',
  'ADD aL[1] :n',
  'ADD aM.fresh :n',
  'ADD nested.elements[1].a :n',
  'DELETE aSS :ss',
  'DELETE absent :ss',
  'DELETE aM.a :ss',
  'SET aN = :n REMOVE aS ADD aNS2 :n DELETE aSS :ss',
  'set aN = :n remove aS',
  'SET aN = aS, aS = :s',
  'SET r = aN, aN = :n',
  'SET aN = :n, aN = :n',
  'SET aM = :n, aM.a = :n',
  'SET aM.a = :n, aM[0] = :n',
  'SET aL[0] = :n, aL[0] = :n',
  'SET aN = :n SET r = :n',
  'SET aN = :n REMOVE aN',
  'ADD aN :n SET aN = :n',
  'SET pk = :s',
  'SET pk.a = :s',
  'REMOVE sk',
  'ADD sk :n',
  'SET person.a = :s',
  'SET score[0] = :n',
  'SET',
  'SET aN',
  'SET aN =',
  'SET = :n',
  'SET aN = :n,',
  'SET aN = :n aS = :s',
  'SET aN :n',
  'SET :n = aN',
  'SET size(aN) = :n',
  'REMOVE',
  'REMOVE aN = :n',
  'REMOVE :n',
  'REMOVE size(aN)',
  'ADD aN',
  'ADD aN aN',
  'ADD aN = :n',
  'ADD aN :n + :n',
  'DELETE aSS',
  'DELETE aSS aSS',
  'UPDATE aN = :n',
  'aN = :n',
  '',
  ' ',
  'SET name = :n',
  'SET _a = :n',
  'SET a-b = :n',
  'SET aL[-1] = :n',
  'SET aL[01] = :n',
  'SET aN = :undefined',
  'SET #undefined = :n',
];
