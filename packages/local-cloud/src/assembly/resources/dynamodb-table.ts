import { isDeepStrictEqual } from 'node:util';
import type { ResourceRequest } from '../resource-handler.ts';

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
