import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { type Item, parseItem } from '../attribute-value.ts';
import { consumedCapacity, readCost, writeCost } from '../consumed-capacity.ts';
import { invalid, invalidParameter } from '../errors.ts';
import type { DocumentPath } from '../expression/document-path.ts';
import { parseUpdate } from '../expression/parse-update.ts';
import { project } from '../expression/projection.ts';
import { Scope } from '../expression/scope.ts';
import { applyUpdate } from '../expression/update.ts';
import { getFields, planGet } from '../get-plan.ts';
import { itemSize, LARGEST_ITEM } from '../item-size.ts';
import { checkItemKey, checkItemKeyNames, checkKey, checkKeyNames, keyNames, keyOf } from '../key.ts';
import { attributes, conditionFields, onTable, parseInput, returnConsumedCapacity, tableName } from '../request.ts';
import type { Tables } from '../tables.ts';
import { evaluate, type ParsedWrite, planCondition, type WriteOutcome, type WritePlan } from '../write-plan.ts';

const getItemSchema = z.object({
  TableName: tableName,
  Key: attributes,
  ConsistentRead: z.boolean().default(false),
  ReturnConsumedCapacity: returnConsumedCapacity,
  ...getFields,
});

export const getItem = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'GetItem'),
  async run(request) {
    const { Key, ...input } = parseInput(getItemSchema, request);
    const { table, keys, wanted } = planGet(tables, { ...input, Keys: [Key] });
    const [item] = keys.map((key) => table.get(key));
    return {
      ...(item && { Item: wanted(item) }),
      ...consumedCapacity(input.ReturnConsumedCapacity, readCost(table, item, input.ConsistentRead)),
    };
  },
});

/** What PutItem has in common with a Put in a transaction. */
export const putFields = z.object({ TableName: tableName, Item: attributes, ...conditionFields });

const putItemSchema = putFields.extend({
  ReturnValues: z.enum(['NONE', 'ALL_OLD']).default('NONE'),
  ReturnConsumedCapacity: returnConsumedCapacity,
});

export const putItem = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'PutItem'),
  async run(request) {
    const input = parseInput(putItemSchema, request);
    const plan = parsePut(input)(tables);
    const { old, item, change } = evaluate(plan);
    if (change) tables.commit([change]);
    return {
      ...(input.ReturnValues === 'ALL_OLD' && old && { Attributes: old }),
      ...consumedCapacity(input.ReturnConsumedCapacity, writeCost(plan.table, old, item)),
    };
  },
});

export function parsePut(input: z.output<typeof putFields>): ParsedWrite {
  const scope = new Scope(input.ExpressionAttributeNames, input.ExpressionAttributeValues);
  const condition = planCondition(input, scope);
  scope.finish(condition.condition !== undefined);
  const item = parseItem(input.Item);
  if (itemSize(item) > LARGEST_ITEM) throw invalid('Item size has exceeded the maximum allowed size');
  return (tables) => {
    const table = tables.get(input.TableName);
    scope.checkKeyPaths(table);
    checkItemKeyNames(item, table.key);
    return {
      table,
      key: keyOf(item, table.key),
      ...condition,
      check() {
        checkItemKey(item, table.key);
        table.checkIndexKeys(item);
      },
      after: () => item,
    };
  };
}

/** What UpdateItem has in common with an Update in a transaction. */
export const updateFields = z.object({
  TableName: tableName,
  Key: attributes,
  UpdateExpression: z.string().optional(),
  ...conditionFields,
});

const updateItemSchema = updateFields.extend({
  ReturnValues: z.enum(['NONE', 'ALL_OLD', 'UPDATED_OLD', 'ALL_NEW', 'UPDATED_NEW']).default('NONE'),
  ReturnConsumedCapacity: returnConsumedCapacity,
});

export const updateItem = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'UpdateItem'),
  async run(request) {
    const input = parseInput(updateItemSchema, request);
    const plan = parseUpdateItem(input)(tables);
    const outcome = evaluate(plan);
    if (outcome.change) tables.commit([outcome.change]);
    const returned = returnedValues(input.ReturnValues, outcome, plan.paths);
    const { old, item } = outcome;
    return {
      ...(returned && Object.keys(returned).length > 0 && { Attributes: returned }),
      ...consumedCapacity(input.ReturnConsumedCapacity, writeCost(plan.table, old, item)),
    };
  },
});

export interface UpdatePlan extends WritePlan {
  /** What the expression names: UPDATED_OLD and UPDATED_NEW answer with these. */
  readonly paths: readonly DocumentPath[];
}

export function parseUpdateItem(input: z.output<typeof updateFields>): ParsedWrite<UpdatePlan> {
  const scope = new Scope(input.ExpressionAttributeNames, input.ExpressionAttributeValues);
  const actions = input.UpdateExpression === undefined ? [] : parseUpdate(input.UpdateExpression, scope);
  const condition = planCondition(input, scope);
  scope.finish(input.UpdateExpression !== undefined || condition.condition !== undefined);
  const key = parseItem(input.Key);
  return (tables) => {
    const table = tables.get(input.TableName);
    checkKeyNames(key, table.key);
    const paths = actions.map(({ path }) => path);
    const fixed = keyNames(table.key).find((name) => paths.some(([first]) => first === name));
    if (fixed === undefined) scope.checkKeyPaths(table);
    const onlyRemoves = actions.length > 0 && actions.every(({ kind }) => kind === 'REMOVE' || kind === 'DELETE');
    return {
      table,
      key,
      paths,
      ...condition,
      check() {
        checkKey(key, table.key);
        if (fixed !== undefined) {
          throw invalidParameter(`Cannot update attribute ${fixed}. This attribute is part of the key`);
        }
      },
      after(old) {
        const item = applyUpdate(actions, old ?? key);
        // An item that is not there is not made by taking something away from it.
        if (!old && onlyRemoves) return undefined;
        if (itemSize(item) > LARGEST_ITEM) {
          throw invalid('Item size to update has exceeded the maximum allowed size');
        }
        table.checkIndexKeys(item);
        return item;
      },
    };
  };
}

function returnedValues(
  wanted: z.output<typeof updateItemSchema>['ReturnValues'],
  { old, item }: WriteOutcome,
  paths: readonly DocumentPath[],
): Item | undefined {
  switch (wanted) {
    case 'ALL_OLD':
      return old;
    case 'ALL_NEW':
      return item;
    case 'UPDATED_OLD':
      return old && project(old, paths);
    case 'UPDATED_NEW':
      return item && project(item, paths);
    default:
      return undefined;
  }
}

/** What DeleteItem has in common with a Delete in a transaction. */
export const deleteFields = z.object({ TableName: tableName, Key: attributes, ...conditionFields });

const deleteItemSchema = deleteFields.extend({
  ReturnValues: z.enum(['NONE', 'ALL_OLD']).default('NONE'),
  ReturnConsumedCapacity: returnConsumedCapacity,
});

export const deleteItem = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'DeleteItem'),
  async run(request) {
    const input = parseInput(deleteItemSchema, request);
    const plan = parseDelete(input)(tables);
    const { old, change } = evaluate(plan);
    if (change) tables.commit([change]);
    return {
      ...(input.ReturnValues === 'ALL_OLD' && old && { Attributes: old }),
      ...consumedCapacity(input.ReturnConsumedCapacity, writeCost(plan.table, old, undefined)),
    };
  },
});

export const parseDelete = (input: z.output<typeof deleteFields>): ParsedWrite => parseOnKey(input, () => undefined);

/** A write that names one item by its key and may set a condition. */
export function parseOnKey(input: z.output<typeof deleteFields>, after: WritePlan['after']): ParsedWrite {
  const scope = new Scope(input.ExpressionAttributeNames, input.ExpressionAttributeValues);
  const condition = planCondition(input, scope);
  scope.finish(condition.condition !== undefined);
  const key = parseItem(input.Key);
  return (tables) => {
    const table = tables.get(input.TableName);
    scope.checkKeyPaths(table);
    checkKeyNames(key, table.key);
    return { table, key, ...condition, check: () => checkKey(key, table.key), after };
  };
}
