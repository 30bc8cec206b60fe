import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { consumedCapacities, doubled, readCost } from '../consumed-capacity.ts';
import { invalid } from '../errors.ts';
import { getFields, itemText, planGet } from '../get-plan.ts';
import { attributes, parseInput, returnConsumedCapacity, tableName } from '../request.ts';
import type { Tables } from '../tables.ts';

const get = z.object({ TableName: tableName, Key: attributes, ...getFields }).omit({ AttributesToGet: true });

const schema = z.object({
  TransactItems: z
    .array(z.object({ Get: get }))
    .min(1)
    .max(100),
  ReturnConsumedCapacity: returnConsumedCapacity,
});

export const transactGetItems = (tables: Tables): Operation<unknown> => ({
  permissions(input) {
    const items = (input as { TransactItems?: unknown } | undefined)?.TransactItems;
    if (!Array.isArray(items)) return [];
    return items.map((item: { Get?: { TableName?: unknown } } | null) => ({
      action: 'dynamodb:GetItem',
      resource: tables.arn(item?.Get?.TableName),
    }));
  },
  async run(request) {
    const { TransactItems, ReturnConsumedCapacity } = parseInput(schema, request);
    const plans = TransactItems.map(({ Get: { Key, ...input } }) => planGet(tables, { ...input, Keys: [Key] }));
    const texts = plans.flatMap(({ table, keys }) => keys.map((key) => itemText(table, key)));
    if (new Set(texts).size < texts.length) {
      throw invalid('Transaction request cannot include multiple operations on one item');
    }
    const read = plans.flatMap(({ table, keys, wanted }) =>
      keys.map((key) => ({ table, wanted, item: table.get(key) })),
    );
    return {
      Responses: read.map(({ item, wanted }) => (item ? { Item: wanted(item) } : {})),
      ...consumedCapacities(
        ReturnConsumedCapacity,
        read.map(({ table, item }) => doubled(readCost(table, item, true))),
        'ReadCapacityUnits',
      ),
    };
  },
});
