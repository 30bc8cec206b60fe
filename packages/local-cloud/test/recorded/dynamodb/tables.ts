import { type Case, TABLE } from './case.ts';

const KEYS = { KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] };
const DEFINED = { AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }] };
const ON_DEMAND = { BillingMode: 'PAY_PER_REQUEST' };
const TWO = [
  { AttributeName: 'id', AttributeType: 'S' },
  { AttributeName: 'by', AttributeType: 'S' },
];
const INDEX = {
  IndexName: 'by-by',
  KeySchema: [{ AttributeName: 'by', KeyType: 'HASH' }],
  Projection: { ProjectionType: 'ALL' },
};

/** Making, changing, listing and dropping tables. */
export function tables(): Case[] {
  return [
    { operation: 'CreateTable', request: TABLE },
    { operation: 'CreateTable', request: TABLE },
    ...CREATED.map((request): Case => ({ operation: 'CreateTable', request })),
    { operation: 'ListTables', request: {} },
    { operation: 'ListTables', request: { Limit: 1 } },
    { operation: 'ListTables', request: { Limit: 1, ExclusiveStartTableName: 'plain' } },
    { operation: 'ListTables', request: { Limit: 0 } },
    { operation: 'ListTables', request: { Limit: 101 } },
    { operation: 'DescribeTable', request: { TableName: 'things' } },
    { operation: 'DescribeTable', request: { TableName: 'no-such-table' } },
    { operation: 'DescribeTable', request: { TableName: 'x' } },
    { operation: 'DescribeTable', request: {} },
    { operation: 'UpdateTable', request: { TableName: 'plain' } },
    { operation: 'UpdateTable', request: { TableName: 'no-such-table', ...ON_DEMAND } },
    {
      operation: 'UpdateTable',
      request: { TableName: 'plain', GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'none' } }] },
    },
    { operation: 'UpdateTable', request: { TableName: 'plain', GlobalSecondaryIndexUpdates: [{ Create: INDEX }] } },
    {
      operation: 'UpdateTimeToLive',
      request: { TableName: 'plain', TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } },
    },
    {
      operation: 'UpdateTimeToLive',
      request: { TableName: 'plain', TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } },
    },
    {
      operation: 'UpdateTimeToLive',
      request: { TableName: 'no-such-table', TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } },
    },
    { operation: 'UpdateTimeToLive', request: { TableName: 'plain' } },
    { operation: 'DescribeTimeToLive', request: { TableName: 'plain' } },
    { operation: 'DescribeTimeToLive', request: { TableName: 'things' } },
    { operation: 'DescribeTimeToLive', request: { TableName: 'no-such-table' } },
    { operation: 'DeleteTable', request: { TableName: 'plain' } },
    { operation: 'DeleteTable', request: { TableName: 'plain' } },
    { operation: 'DeleteTable', request: {} },
    { operation: 'DeleteTable', request: { TableName: 'provisioned' } },
    { operation: 'DeleteTable', request: { TableName: 'indexed' } },
    { operation: 'DeleteTable', request: { TableName: 'local' } },
    {
      operation: 'CreateTable',
      request: {
        TableName: 'both-ways',
        ...DEFINED,
        ...KEYS,
        ...ON_DEMAND,
        ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
      },
      aws: {
        status: 400,
        error: 'ValidationException',
        says: 'CreateTable, ProvisionedThroughput: "If you set BillingMode as PAY_PER_REQUEST, you cannot specify this property." DynamoDB Local takes both.',
      },
    },
  ];
}

const CREATED = [
  { TableName: 'plain', ...DEFINED, ...KEYS, ...ON_DEMAND },
  {
    TableName: 'provisioned',
    ...DEFINED,
    ...KEYS,
    ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
  },
  { TableName: 'indexed', AttributeDefinitions: TWO, ...KEYS, ...ON_DEMAND, GlobalSecondaryIndexes: [INDEX] },
  {
    TableName: 'local',
    AttributeDefinitions: [...TWO, { AttributeName: 'range', AttributeType: 'N' }],
    KeySchema: [...KEYS.KeySchema, { AttributeName: 'range', KeyType: 'RANGE' }],
    ...ON_DEMAND,
    LocalSecondaryIndexes: [{ ...INDEX, KeySchema: [...KEYS.KeySchema, { AttributeName: 'by', KeyType: 'RANGE' }] }],
  },
  {},
  { TableName: 'refused' },
  { TableName: 'ab', ...DEFINED, ...KEYS, ...ON_DEMAND },
  { TableName: 'not a name', ...DEFINED, ...KEYS, ...ON_DEMAND },
  { TableName: 'refused', ...DEFINED, ...ON_DEMAND },
  { TableName: 'refused', ...KEYS, ...ON_DEMAND },
  { TableName: 'refused', ...DEFINED, ...KEYS },
  { TableName: 'refused', ...DEFINED, KeySchema: [], ...ON_DEMAND },
  { TableName: 'refused', ...DEFINED, KeySchema: [{ AttributeName: 'id', KeyType: 'RANGE' }], ...ON_DEMAND },
  { TableName: 'refused', ...DEFINED, KeySchema: [{ AttributeName: 'other', KeyType: 'HASH' }], ...ON_DEMAND },
  { TableName: 'refused', AttributeDefinitions: TWO, ...KEYS, ...ON_DEMAND },
  { TableName: 'refused', AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'SS' }], ...KEYS, ...ON_DEMAND },
  {
    TableName: 'refused',
    ...DEFINED,
    KeySchema: [...KEYS.KeySchema, { AttributeName: 'id', KeyType: 'RANGE' }],
    ...ON_DEMAND,
  },
  {
    TableName: 'refused',
    AttributeDefinitions: TWO,
    ...KEYS,
    ...ON_DEMAND,
    GlobalSecondaryIndexes: [{ ...INDEX, Projection: {} }],
  },
  { TableName: 'refused', AttributeDefinitions: TWO, ...KEYS, ...ON_DEMAND, GlobalSecondaryIndexes: [] },
  { TableName: 'refused', AttributeDefinitions: TWO, ...KEYS, ...ON_DEMAND, GlobalSecondaryIndexes: [INDEX, INDEX] },
  { TableName: 'refused', ...DEFINED, ...KEYS, ...ON_DEMAND, GlobalSecondaryIndexes: [INDEX] },
  {
    TableName: 'refused',
    AttributeDefinitions: TWO,
    ...KEYS,
    ...ON_DEMAND,
    GlobalSecondaryIndexes: [{ ...INDEX, Projection: { ProjectionType: 'INCLUDE' } }],
  },
  {
    TableName: 'refused',
    AttributeDefinitions: TWO,
    ...KEYS,
    ...ON_DEMAND,
    GlobalSecondaryIndexes: [{ ...INDEX, Projection: { ProjectionType: 'ALL', NonKeyAttributes: ['a'] } }],
  },
  {
    TableName: 'refused',
    AttributeDefinitions: TWO,
    ...KEYS,
    ...ON_DEMAND,
    LocalSecondaryIndexes: [{ ...INDEX, KeySchema: [...KEYS.KeySchema, { AttributeName: 'by', KeyType: 'RANGE' }] }],
  },
];
