import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { parseItem } from '../attribute-value.ts';
import { consumedCapacity, writeCost } from '../consumed-capacity.ts';
import { Scope } from '../expression/scope.ts';
import { checkKey, checkKeyNames } from '../key.ts';
import { attributes, conditionFields, onTable, parseInput, returnConsumedCapacity, tableName } from '../request.ts';
import type { Tables } from '../tables.ts';
import { evaluate, type ParsedWrite, planCondition, type WritePlan } from '../write-plan.ts';

/** What DeleteItem has in common with a Delete in a transaction. */
export const deleteFields = z.object({ TableName: tableName, Key: attributes, ...conditionFields });

const schema = deleteFields.extend({
  ReturnValues: z.enum(['NONE', 'ALL_OLD']).default('NONE'),
  ReturnConsumedCapacity: returnConsumedCapacity,
});

export const deleteItem = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'DeleteItem'),
  async run(request) {
    const input = parseInput(schema, request);
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
