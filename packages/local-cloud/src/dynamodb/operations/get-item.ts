import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { consumedCapacity, readCost } from '../consumed-capacity.ts';
import { getFields, planGet } from '../get-plan.ts';
import { attributes, onTable, parseInput, returnConsumedCapacity, tableName } from '../request.ts';
import type { Tables } from '../tables.ts';

const schema = z.object({
  TableName: tableName,
  Key: attributes,
  ConsistentRead: z.boolean().default(false),
  ReturnConsumedCapacity: returnConsumedCapacity,
  ...getFields,
});

export const getItem = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'GetItem'),
  async run(request) {
    const { Key, ...input } = parseInput(schema, request);
    const { table, keys, wanted } = planGet(tables, { ...input, Keys: [Key] });
    const [item] = keys.map((key) => table.get(key));
    return {
      ...(item && { Item: wanted(item) }),
      ...consumedCapacity(input.ReturnConsumedCapacity, readCost(table, item, input.ConsistentRead)),
    };
  },
});
