/** One request to play, in the order of its file: a file's tables and items are made by its own first requests. */
export interface Case {
  readonly operation: string;
  readonly request: object;
  /** Items come in no promised order, here or there. */
  readonly unordered?: boolean;
  /** Where the reference is known to be wrong: what AWS does instead, and who says so. The local cloud is held to this. */
  readonly aws?: {
    readonly status: number;
    readonly error?: string;
    readonly answer?: object;
    readonly says: string;
  };
}

/** A case with what the reference answered. `answer` has no texts of messages: nobody should rely on them. */
export interface Recorded extends Case {
  readonly status: number;
  readonly answer: unknown;
}

export const KEY = { pk: { S: 'p' }, sk: { N: '1' } };

export const TABLE = {
  TableName: 'things',
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'N' },
    { AttributeName: 'person', AttributeType: 'S' },
    { AttributeName: 'score', AttributeType: 'N' },
    { AttributeName: 'label', AttributeType: 'S' },
  ],
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-person',
      KeySchema: [
        { AttributeName: 'person', KeyType: 'HASH' },
        { AttributeName: 'score', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
    {
      IndexName: 'persons',
      KeySchema: [{ AttributeName: 'person', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
  LocalSecondaryIndexes: [
    {
      IndexName: 'by-label',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'label', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['n', 'm'] },
    },
  ],
};

export const createTable: Case = { operation: 'CreateTable', request: TABLE };

/** A value of each type. */
export const VALUES: Readonly<Record<string, object>> = {
  S: { S: 'abc' },
  N: { N: '5' },
  B: { B: 'YWJj' },
  BOOL: { BOOL: true },
  NULL: { NULL: true },
  SS: { SS: ['a', 'abc'] },
  NS: { NS: ['5', '7'] },
  BS: { BS: ['YWJj'] },
  L: { L: [{ S: 'abc' }, { N: '5' }] },
  M: { M: { a: { S: 'abc' }, n: { N: '5' } } },
};

/** An attribute of each type, named after it: `aS`, `aN` … */
export const ATTRIBUTES = Object.fromEntries(Object.entries(VALUES).map(([type, value]) => [`a${type}`, value]));

export const TYPES = Object.keys(VALUES);

export const put = (item: object): Case => ({ operation: 'PutItem', request: { TableName: 'things', Item: item } });
