import type { ResourceHandler, ResourceRequest } from '../resource-handler.ts';
import { createTable, deleteTable, type TableShape, updateTable } from './dynamodb-table.ts';

interface Table extends TableShape {
  readonly TableName?: string;
}

export const dynamodbTable: ResourceHandler<Table> = {
  type: 'AWS::DynamoDB::Table',
  properties: [
    'AttributeDefinitions',
    'BillingMode',
    'GlobalSecondaryIndexes',
    'KeySchema',
    'LocalSecondaryIndexes',
    'ProvisionedThroughput',
    'TableName',
    'TimeToLiveSpecification',
  ],
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
    await createTable(request.call, name, shapeOf(request));
    return described(request, name);
  },
  async update(request, { ref, properties }) {
    await updateTable(request.call, ref, shapeOf(request), properties);
    return described(request, ref);
  },
  async delete(request, { ref }) {
    await deleteTable(request.call, ref);
  },
};

function shapeOf({ properties }: ResourceRequest<Table>): TableShape {
  return { ...properties, BillingMode: properties.BillingMode ?? 'PROVISIONED' };
}

function described({ context }: ResourceRequest<Table>, name: string) {
  const Arn = `arn:aws:dynamodb:${context.region}:${context.accountId}:table/${name}`;
  return { ref: name, attributes: { Arn } };
}
