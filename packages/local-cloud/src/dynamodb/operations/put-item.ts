import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { parseItem } from '../attribute-value.ts';
import { consumedCapacity, writeCost } from '../consumed-capacity.ts';
import { invalid } from '../errors.ts';
import { Scope } from '../expression/scope.ts';
import { itemSize, LARGEST_ITEM } from '../item-size.ts';
import { checkItemKey, checkItemKeyNames, keyOf } from '../key.ts';
import { attributes, conditionFields, onTable, parseInput, returnConsumedCapacity, tableName } from '../request.ts';
import type { Tables } from '../tables.ts';
import { evaluate, type ParsedWrite, planCondition } from '../write-plan.ts';

/** What PutItem has in common with a Put in a transaction. */
export const putFields = z.object({ TableName: tableName, Item: attributes, ...conditionFields });

const schema = putFields.extend({
  ReturnValues: z.enum(['NONE', 'ALL_OLD']).default('NONE'),
  ReturnConsumedCapacity: returnConsumedCapacity,
});

export const putItem = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'PutItem'),
  async run(request) {
    const input = parseInput(schema, request);
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
