import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { pageAfter } from '../../page.ts';
import type { Operation } from '../../service.ts';
import { invalid } from '../errors.ts';
import { onTable, parseInput, tableName } from '../request.ts';
import type { Table } from '../table.ts';
import {
  attributeDefinitions,
  checkDefinition,
  globalIndex,
  type TableDefinition,
  tableDefinition,
} from '../table-definition.ts';
import type { Tables } from '../tables.ts';

export const createTable = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'CreateTable'),
  async run(request) {
    const definition = parseInput(tableDefinition, request);
    checkDefinition(definition);
    refuseStreams(request);
    const table = tables.create({ ...definition, TableId: randomUUID(), createdAt: Date.now() });
    // The table can be used at once; AWS says CREATING first, and callers should wait for ACTIVE.
    return { TableDescription: tableDescription(tables, table, 'CREATING') };
  },
});

export function refuseStreams(request: unknown): void {
  const { StreamSpecification } = request as { StreamSpecification?: { StreamEnabled?: unknown } };
  if (StreamSpecification?.StreamEnabled) {
    throw invalid('The local cloud hosts no DynamoDB Streams. Leave StreamSpecification out.');
  }
}

const describeTableSchema = z.object({ TableName: tableName });

export const describeTable = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'DescribeTable'),
  async run(request) {
    const { TableName } = parseInput(describeTableSchema, request);
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

const listTablesSchema = z.object({
  ExclusiveStartTableName: z.string().optional(),
  Limit: z.int().min(1).max(100).default(100),
});

export const listTables = (tables: Tables): Operation<unknown> => ({
  permissions: () => [{ action: 'dynamodb:ListTables', resource: '*' }],
  async run(request) {
    const { ExclusiveStartTableName: after, Limit: size } = parseInput(listTablesSchema, request);
    const { items, next } = pageAfter(tables.names(), (name) => name, { size, after });
    return { TableNames: items, LastEvaluatedTableName: next };
  },
});

const updateTableSchema = z.object({
  TableName: tableName,
  AttributeDefinitions: attributeDefinitions.optional(),
  BillingMode: tableDefinition.shape.BillingMode.unwrap().optional(),
  ProvisionedThroughput: tableDefinition.shape.ProvisionedThroughput,
  DeletionProtectionEnabled: z.boolean().optional(),
  TableClass: tableDefinition.shape.TableClass,
  GlobalSecondaryIndexUpdates: z
    .array(
      z.object({
        Create: globalIndex.optional(),
        Update: z.object({ IndexName: z.string() }).optional(),
        Delete: z.object({ IndexName: z.string() }).optional(),
      }),
    )
    .optional(),
});

type Input = z.output<typeof updateTableSchema>;

/** Changes settings, and makes or drops global indexes; the items stay. */
export const updateTable = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'UpdateTable'),
  async run(request) {
    const input = parseInput(updateTableSchema, request);
    refuseStreams(request);
    const { definition } = tables.get(input.TableName, 'name it');
    if (Object.values(input).filter((value) => value !== undefined).length < 2) throw invalid('Nothing to update');
    const updated = withUpdates(definition, input);
    checkDefinition(updated);
    return { TableDescription: tableDescription(tables, tables.define(updated), 'UPDATING') };
  },
});

function withUpdates(definition: TableDefinition, input: Input): TableDefinition {
  let indexes = definition.GlobalSecondaryIndexes ?? [];
  for (const { Create, Delete } of input.GlobalSecondaryIndexUpdates ?? []) {
    if (Create) indexes = [...indexes, Create];
    if (Delete) {
      if (!indexes.some(({ IndexName }) => IndexName === Delete.IndexName)) {
        throw new AwsError(
          'ResourceNotFoundException',
          `Requested resource not found: Index: ${Delete.IndexName} not found for table`,
        );
      }
      indexes = indexes.filter(({ IndexName }) => IndexName !== Delete.IndexName);
    }
  }
  const BillingMode = input.BillingMode ?? definition.BillingMode;
  const throughput = input.ProvisionedThroughput ?? definition.ProvisionedThroughput;
  return {
    ...definition,
    BillingMode,
    ProvisionedThroughput: BillingMode === 'PAY_PER_REQUEST' ? undefined : throughput,
    DeletionProtectionEnabled: input.DeletionProtectionEnabled ?? definition.DeletionProtectionEnabled,
    TableClass: input.TableClass ?? definition.TableClass,
    GlobalSecondaryIndexes: indexes.length > 0 ? indexes : undefined,
    AttributeDefinitions: usedAttributes(definition, input, indexes),
  };
}

/** Attribute definitions add up; those of a dropped index go with it. */
function usedAttributes(definition: TableDefinition, input: Input, indexes: Pick<TableDefinition, 'KeySchema'>[]) {
  const known = new Map(
    [...definition.AttributeDefinitions, ...(input.AttributeDefinitions ?? [])].map((one) => [one.AttributeName, one]),
  );
  const schemas = [definition, ...indexes, ...(definition.LocalSecondaryIndexes ?? [])].map(
    ({ KeySchema }) => KeySchema,
  );
  const used = new Set(schemas.flat().map(({ AttributeName }) => AttributeName));
  return [...known.values()].filter(({ AttributeName }) => used.has(AttributeName));
}

const deleteTableSchema = z.object({ TableName: tableName });

export const deleteTable = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'DeleteTable'),
  async run(request) {
    const { TableName } = parseInput(deleteTableSchema, request);
    const table = tables.get(TableName, 'name it');
    if (table.definition.DeletionProtectionEnabled) {
      throw invalid(
        `Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.`,
      );
    }
    tables.drop(table.definition.TableName);
    return { TableDescription: tableDescription(tables, table, 'DELETING') };
  },
});
