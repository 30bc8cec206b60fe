import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import { invalid } from '../errors.ts';
import { onTable, parseInput, tableName } from '../request.ts';
import {
  attributeDefinitions,
  checkDefinition,
  globalIndex,
  type TableDefinition,
  tableDefinition,
} from '../table-definition.ts';
import type { Tables } from '../tables.ts';
import { refuseStreams } from './create-table.ts';
import { tableDescription } from './describe-table.ts';

const schema = z.object({
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

type Input = z.output<typeof schema>;

/** Changes settings, and makes or drops global indexes; the items stay. */
export const updateTable = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'UpdateTable'),
  async run(request) {
    const input = parseInput(schema, request);
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
