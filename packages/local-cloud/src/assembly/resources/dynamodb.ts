import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ResourceHandler, ResourceRequest } from '../resource-handler.ts';

type Call = ResourceRequest<unknown>['call'];

interface Index {
  readonly IndexName: string;
  readonly KeySchema: unknown;
  readonly Projection: unknown;
  readonly ProvisionedThroughput?: { ReadCapacityUnits: unknown; WriteCapacityUnits: unknown };
}

/** What both kinds of table in CloudFormation have in common. */
export interface TableShape {
  readonly AttributeDefinitions?: unknown;
  readonly BillingMode?: string;
  readonly GlobalSecondaryIndexes?: readonly Index[];
  readonly KeySchema?: unknown;
  readonly LocalSecondaryIndexes?: readonly Index[];
  readonly ProvisionedThroughput?: { ReadCapacityUnits: unknown; WriteCapacityUnits: unknown };
  readonly TimeToLiveSpecification?: { readonly AttributeName?: string; readonly Enabled: unknown };
}

export async function createTable(call: Call, TableName: string, shape: TableShape): Promise<void> {
  await call('dynamodb', 'CreateTable', {
    TableName,
    AttributeDefinitions: shape.AttributeDefinitions,
    KeySchema: shape.KeySchema,
    BillingMode: shape.BillingMode,
    ProvisionedThroughput: throughput(shape.ProvisionedThroughput),
    GlobalSecondaryIndexes: shape.GlobalSecondaryIndexes?.map(withNumbers),
    LocalSecondaryIndexes: shape.LocalSecondaryIndexes,
  });
  await changeTimeToLive(call, TableName, undefined, expiryOf(shape));
}

/** Indexes come and go one at a time, as CloudFormation does it. */
export async function updateTable(call: Call, TableName: string, shape: TableShape, before: TableShape): Promise<void> {
  const oldIndexes = before.GlobalSecondaryIndexes ?? [];
  const newIndexes = (shape.GlobalSecondaryIndexes ?? []).map(withNumbers);
  const same = (index: Index, others: readonly Index[]) =>
    others.some((other) => other.IndexName === index.IndexName && isDeepStrictEqual(keysOf(other), keysOf(index)));
  const { AttributeDefinitions } = shape;
  for (const index of oldIndexes.filter((old) => !same(old, newIndexes))) {
    const GlobalSecondaryIndexUpdates = [{ Delete: { IndexName: index.IndexName } }];
    await call('dynamodb', 'UpdateTable', { TableName, GlobalSecondaryIndexUpdates });
  }
  for (const index of newIndexes.filter((made) => !same(made, oldIndexes))) {
    const GlobalSecondaryIndexUpdates = [{ Create: index }];
    await call('dynamodb', 'UpdateTable', { TableName, AttributeDefinitions, GlobalSecondaryIndexUpdates });
  }
  await changeTimeToLive(call, TableName, expiryOf(before), expiryOf(shape));
}

export async function deleteTable(call: Call, TableName: string): Promise<void> {
  await call('dynamodb', 'DeleteTable', { TableName });
}

/** The attribute that says when an item expires, if the table has one. */
const expiryOf = ({ TimeToLiveSpecification: given }: TableShape): string | undefined =>
  String(given?.Enabled) === 'true' ? given?.AttributeName : undefined;

/** DynamoDB refuses to turn off what is off, and to change the attribute while it is on. */
async function changeTimeToLive(
  call: Call,
  TableName: string,
  before: string | undefined,
  after: string | undefined,
): Promise<void> {
  if (before === after) return;
  const set = (AttributeName: string, Enabled: boolean) =>
    call('dynamodb', 'UpdateTimeToLive', { TableName, TimeToLiveSpecification: { AttributeName, Enabled } });
  if (before !== undefined) await set(before, false);
  if (after !== undefined) await set(after, true);
}

const keysOf = ({ KeySchema, Projection }: Index) => ({ KeySchema, Projection });

const withNumbers = (index: Index): Index => ({
  ...index,
  ...(index.ProvisionedThroughput ? { ProvisionedThroughput: throughput(index.ProvisionedThroughput) } : {}),
});

function throughput(given: TableShape['ProvisionedThroughput']) {
  return (
    given && {
      ReadCapacityUnits: Number(given.ReadCapacityUnits),
      WriteCapacityUnits: Number(given.WriteCapacityUnits),
    }
  );
}

interface Table extends TableShape {
  readonly TableName?: string;
}

/** Both kinds of tables have them. */
const SHARED_PROPERTIES = [
  'AttributeDefinitions',
  'BillingMode',
  'GlobalSecondaryIndexes',
  'KeySchema',
  'LocalSecondaryIndexes',
  'TableName',
  'TimeToLiveSpecification',
] as const;

export const dynamodbTable: ResourceHandler<Table> = {
  type: 'AWS::DynamoDB::Table',
  properties: [...SHARED_PROPERTIES, 'ProvisionedThroughput'],
  ignored: [
    'ContributorInsightsSpecification',
    'DeletionProtectionEnabled',
    'OnDemandThroughput',
    'PointInTimeRecoverySpecification',
    'SSESpecification',
    'TableClass',
    'Tags',
    'WarmThroughput',
  ],
  replacedBy: ['KeySchema', 'LocalSecondaryIndexes', 'TableName'],
  customName: ({ TableName }) => TableName,
  async create(request) {
    const name = request.properties.TableName ?? request.generateName({ maxLength: 255 });
    await createTable(request.call, name, tableShapeOf(request));
    return describedTable(request, name);
  },
  async update(request, { ref, properties }) {
    await updateTable(request.call, ref, tableShapeOf(request), properties);
    return describedTable(request, ref);
  },
  async delete(request, { ref }) {
    await deleteTable(request.call, ref);
  },
};

function tableShapeOf({ properties }: ResourceRequest<Table>): TableShape {
  return { ...properties, BillingMode: properties.BillingMode ?? 'PROVISIONED' };
}

function describedTable({ context }: ResourceRequest<Table>, name: string) {
  const Arn = `arn:aws:dynamodb:${context.region}:${context.accountId}:table/${name}`;
  return { ref: name, attributes: { Arn } };
}

interface GlobalTable extends Omit<TableShape, 'ProvisionedThroughput'> {
  readonly TableName?: string;
  readonly Replicas?: readonly { readonly Region: string }[];
}

/** CDK's `TableV2`: a table with a list of replicas, of which the one in this region is hosted. */
export const globalTable: ResourceHandler<GlobalTable> = {
  type: 'AWS::DynamoDB::GlobalTable',
  properties: [...SHARED_PROPERTIES, 'Replicas'],
  ignored: [
    'ReadOnDemandThroughputSettings',
    'ReadProvisionedThroughputSettings',
    'SSESpecification',
    'WarmThroughput',
    'WriteOnDemandThroughputSettings',
    'WriteProvisionedThroughputSettings',
  ],
  replacedBy: ['KeySchema', 'LocalSecondaryIndexes', 'TableName'],
  customName: ({ TableName }) => TableName,
  async create(request) {
    requireOneReplica(request);
    const name = request.properties.TableName ?? request.generateName({ maxLength: 255 });
    await createTable(request.call, name, globalTableShapeOf(request));
    return describedGlobalTable(request, name);
  },
  async update(request, { ref, properties }) {
    requireOneReplica(request);
    await updateTable(request.call, ref, globalTableShapeOf(request), properties);
    return describedGlobalTable(request, ref);
  },
  async delete(request, { ref }) {
    await deleteTable(request.call, ref);
  },
};

function requireOneReplica({ properties, context }: ResourceRequest<GlobalTable>): void {
  const other = properties.Replicas?.find(({ Region }) => Region !== context.region)?.Region;
  if (other) throw new Error(`a replica in ${other} is not hosted; only ${context.region} is`);
}

/** Capacity is never counted here, so a provisioned global table is made as one on demand. */
function globalTableShapeOf({ properties }: ResourceRequest<GlobalTable>): TableShape {
  const { AttributeDefinitions, GlobalSecondaryIndexes, KeySchema, LocalSecondaryIndexes, TimeToLiveSpecification } =
    properties;
  return {
    AttributeDefinitions,
    KeySchema,
    LocalSecondaryIndexes,
    TimeToLiveSpecification,
    BillingMode: 'PAY_PER_REQUEST',
    GlobalSecondaryIndexes: GlobalSecondaryIndexes?.map(({ IndexName, KeySchema: keys, Projection }) => ({
      IndexName,
      KeySchema: keys,
      Projection,
    })),
  };
}

function describedGlobalTable({ context }: ResourceRequest<GlobalTable>, name: string) {
  const Arn = `arn:aws:dynamodb:${context.region}:${context.accountId}:table/${name}`;
  return { ref: name, attributes: { Arn, TableId: createHash('md5').update(name).digest('hex') } };
}
