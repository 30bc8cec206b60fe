import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { consumedCapacities, writeCost } from '../consumed-capacity.ts';
import { invalid } from '../errors.ts';
import { itemText } from '../get-plan.ts';
import { attributes, parseInput, returnConsumedCapacity } from '../request.ts';
import type { Tables } from '../tables.ts';
import { evaluate, type WritePlan } from '../write-plan.ts';
import { parseDelete } from './delete-item.ts';
import { parsePut } from './put-item.ts';

const MOST_WRITES = 25;

const write = z.object({
  PutRequest: z.object({ Item: attributes }).optional(),
  DeleteRequest: z.object({ Key: attributes }).optional(),
});

const schema = z.object({
  RequestItems: z.record(z.string(), z.array(write).min(1)),
  ReturnConsumedCapacity: returnConsumedCapacity,
});

export const batchWriteItem = (tables: Tables): Operation<unknown> => ({
  permissions: (input) =>
    Object.keys((input as { RequestItems?: object } | undefined)?.RequestItems ?? {}).map((name) => ({
      action: 'dynamodb:BatchWriteItem',
      resource: tables.arn(name),
    })),
  async run(request) {
    const { RequestItems, ReturnConsumedCapacity } = parseInput(schema, request);
    const writes = Object.entries(RequestItems).flatMap(([TableName, list]) =>
      list.map((one) => ({ TableName, ...one })),
    );
    if (writes.length === 0) {
      throw invalid(
        "1 validation error detected: Value '{}' at 'requestItems' failed to satisfy constraint: Member must have length greater than or equal to 1",
      );
    }
    if (writes.length > MOST_WRITES) throw invalid('Too many items requested for the BatchWriteItem call');
    const plans = writes.map((one) => plan(tables, one));
    checkDistinct(plans);
    const outcomes = plans.map((one) => ({ table: one.table, ...evaluate(one) }));
    tables.commit(outcomes.map(({ change }) => change).filter((change) => change !== undefined));
    return {
      UnprocessedItems: {},
      ...consumedCapacities(
        ReturnConsumedCapacity,
        outcomes.map(({ table, old, item }) => writeCost(table, old, item)),
      ),
    };
  },
});

function plan(
  tables: Tables,
  { TableName, PutRequest, DeleteRequest }: z.output<typeof write> & { TableName: string },
) {
  const options = { TableName, ReturnValuesOnConditionCheckFailure: 'NONE' as const };
  if (PutRequest && !DeleteRequest) return parsePut({ ...options, Item: PutRequest.Item })(tables);
  if (DeleteRequest && !PutRequest) return parseDelete({ ...options, Key: DeleteRequest.Key })(tables);
  throw invalid(
    'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
  );
}

function checkDistinct(plans: readonly WritePlan[]): void {
  const keys = plans.map(({ table, key }) => itemText(table, key));
  if (new Set(keys).size < keys.length) throw invalid('Provided list of item keys contains duplicates');
}
