import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { onTable, parseInput, tableName } from '../request.ts';
import type { Table } from '../table.ts';
import type { Tables } from '../tables.ts';

const schema = z.object({ TableName: tableName });

export const describeTable = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'DescribeTable'),
  async run(request) {
    const { TableName } = parseInput(schema, request);
    return { Table: tableDescription(tables, tables.get(TableName, 'name it')) };
  },
});

const NO_THROUGHPUT = { ReadCapacityUnits: 0, WriteCapacityUnits: 0 };

export function tableDescription(tables: Tables, table: Table, status = 'ACTIVE'): Record<string, unknown> {
  const { definition } = table;
  const arn = tables.arn(definition.TableName);
  const throughput = (given = definition.ProvisionedThroughput) => ({
    NumberOfDecreasesToday: 0,
    ...NO_THROUGHPUT,
    ...given,
  });
  const indexes = (global: boolean) => {
    const described = table.indexes
      .filter((index) => index.global === global)
      .map(({ definition: { IndexName, KeySchema, Projection, ProvisionedThroughput } }) => ({
        IndexName,
        KeySchema,
        Projection,
        IndexArn: `${arn}/index/${IndexName}`,
        IndexSizeBytes: 0,
        ItemCount: 0,
        ...(global && { IndexStatus: status, ProvisionedThroughput: throughput(ProvisionedThroughput) }),
      }));
    return described.length > 0 ? described : undefined;
  };
  return {
    TableName: definition.TableName,
    TableArn: arn,
    TableId: definition.TableId,
    TableStatus: status,
    CreationDateTime: new Date(definition.createdAt),
    AttributeDefinitions: definition.AttributeDefinitions,
    KeySchema: definition.KeySchema,
    ItemCount: table.itemCount,
    TableSizeBytes: table.sizeBytes,
    ProvisionedThroughput: throughput(),
    ...(definition.BillingMode === 'PAY_PER_REQUEST' && {
      BillingModeSummary: {
        BillingMode: 'PAY_PER_REQUEST',
        LastUpdateToPayPerRequestDateTime: new Date(definition.createdAt),
      },
    }),
    GlobalSecondaryIndexes: indexes(true),
    LocalSecondaryIndexes: indexes(false),
    ...(definition.TableClass && { TableClassSummary: { TableClass: definition.TableClass } }),
    DeletionProtectionEnabled: definition.DeletionProtectionEnabled,
  };
}
