import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { Item } from '../attribute-value.ts';
import { type Cost, consumedCapacities, readCost, writeCost } from '../consumed-capacity.ts';
import { invalid } from '../errors.ts';
import { getFields, itemText, planGet } from '../get-plan.ts';
import { itemSize } from '../item-size.ts';
import { attributes, parseInput, returnConsumedCapacity } from '../request.ts';
import type { Tables } from '../tables.ts';
import { evaluate, type WritePlan } from '../write-plan.ts';
import { parseDelete, parsePut } from './items.ts';

const MOST_KEYS = 100;
const LARGEST_ANSWER = 16 * 1024 * 1024;

const tableRequest = z.object({
  Keys: z.array(attributes).min(1),
  ConsistentRead: z.boolean().default(false),
  ...getFields,
});

const batchGetItemSchema = z.object({
  RequestItems: z.record(z.string(), tableRequest),
  ReturnConsumedCapacity: returnConsumedCapacity,
});

/**
 * "When designing your application, keep in mind that DynamoDB does not return items in any particular order": whoever
 * counts on the order of the request is to find out here. It is the same each time.
 */
const placeOf = (key: string): string => createHash('md5').update(key).digest('hex');

export const batchGetItem = (tables: Tables): Operation<unknown> => ({
  permissions: (input) =>
    Object.keys((input as { RequestItems?: object } | undefined)?.RequestItems ?? {}).map((name) => ({
      action: 'dynamodb:BatchGetItem',
      resource: tables.arn(name),
    })),
  async run(request) {
    const { RequestItems, ReturnConsumedCapacity } = parseInput(batchGetItemSchema, request);
    const requests = Object.entries(RequestItems);
    const count = requests.reduce((sum, [, { Keys }]) => sum + Keys.length, 0);
    if (count === 0) {
      throw invalid(
        "1 validation error detected: Value '{}' at 'requestItems' failed to satisfy constraint: Member must have length greater than or equal to 1",
      );
    }
    if (count > MOST_KEYS) throw invalid('Too many items requested for the BatchGetItem call');
    const plans = requests.map(([name, { ConsistentRead, ...input }]) => ({
      name,
      ConsistentRead,
      input,
      ...planGet(tables, { ...input, TableName: name }),
    }));
    for (const { table, keys } of plans) {
      const texts = keys.map((key) => itemText(table, key));
      if (new Set(texts).size < texts.length) throw invalid('Provided list of item keys contains duplicates');
    }

    const responses: Record<string, Item[]> = {};
    const unprocessed: Record<string, unknown> = {};
    const costs: Cost[] = [];
    let size = 0;
    for (const { name, input, ConsistentRead, table, keys, wanted } of plans) {
      const found: { readonly place: string; readonly item: Item }[] = [];
      for (const [index, key] of keys.entries()) {
        if (size > LARGEST_ANSWER) {
          unprocessed[name] = { ...input, ConsistentRead, Keys: input.Keys.slice(index) };
          break;
        }
        const item = table.get(key);
        costs.push(readCost(table, item, ConsistentRead));
        if (!item) continue;
        size += itemSize(item);
        found.push({ place: placeOf(itemText(table, key)), item: wanted(item) });
      }
      responses[name] = found.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ item }) => item);
    }
    return {
      Responses: responses,
      UnprocessedKeys: unprocessed,
      ...consumedCapacities(ReturnConsumedCapacity, costs),
    };
  },
});

const MOST_WRITES = 25;

const write = z.object({
  PutRequest: z.object({ Item: attributes }).optional(),
  DeleteRequest: z.object({ Key: attributes }).optional(),
});

const batchWriteItemSchema = z.object({
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
    const { RequestItems, ReturnConsumedCapacity } = parseInput(batchWriteItemSchema, request);
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
