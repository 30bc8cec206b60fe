import { createHash } from 'node:crypto';
import type { ResourceHandler, ResourceRequest } from '../resource-handler.ts';
import { createTable, deleteTable, type TableShape, updateTable } from './dynamodb-table.ts';

interface GlobalTable extends Omit<TableShape, 'ProvisionedThroughput'> {
  readonly TableName?: string;
  readonly Replicas?: readonly { readonly Region: string }[];
}

/** CDK's `TableV2`: a table with a list of replicas, of which the one in this region is hosted. */
export const globalTable: ResourceHandler<GlobalTable> = {
  type: 'AWS::DynamoDB::GlobalTable',
  properties: [
    'AttributeDefinitions',
    'BillingMode',
    'GlobalSecondaryIndexes',
    'KeySchema',
    'LocalSecondaryIndexes',
    'Replicas',
    'TableName',
    'TimeToLiveSpecification',
  ],
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
    await createTable(request.call, name, shapeOf(request));
    return described(request, name);
  },
  async update(request, { ref, properties }) {
    requireOneReplica(request);
    await updateTable(request.call, ref, shapeOf(request), properties);
    return described(request, ref);
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
function shapeOf({ properties }: ResourceRequest<GlobalTable>): TableShape {
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

function described({ context }: ResourceRequest<GlobalTable>, name: string) {
  const Arn = `arn:aws:dynamodb:${context.region}:${context.accountId}:table/${name}`;
  return { ref: name, attributes: { Arn, TableId: createHash('md5').update(name).digest('hex') } };
}
