import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { parseItem } from '../attribute-value.ts';
import { parseProjection, project } from '../expression/projection.ts';
import { Scope } from '../expression/scope.ts';
import { checkKey } from '../key.ts';
import { attributes, parseInput, tableName } from '../request.ts';
import type { Tables } from '../tables.ts';

const get = z.object({
  TableName: tableName,
  Key: attributes,
  ProjectionExpression: z.string().optional(),
  ExpressionAttributeNames: z.unknown().optional(),
});

const schema = z.object({
  TransactItems: z
    .array(z.object({ Get: get }))
    .min(1)
    .max(100),
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
    const { TransactItems } = parseInput(schema, request);
    return {
      Responses: TransactItems.map(({ Get }) => {
        const scope = new Scope(Get.ExpressionAttributeNames, undefined);
        const { ProjectionExpression } = Get;
        const paths = ProjectionExpression === undefined ? undefined : parseProjection(ProjectionExpression, scope);
        scope.finish(paths !== undefined);
        const key = parseItem(Get.Key);
        const table = tables.get(Get.TableName);
        checkKey(key, table.key);
        const item = table.get(key);
        return item ? { Item: paths ? project(item, paths) : item } : {};
      }),
    };
  },
});
