import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { parseItem } from '../attribute-value.ts';
import { consumedCapacity, readUnits } from '../consumed-capacity.ts';
import { parseProjection, project } from '../expression/projection.ts';
import { Scope } from '../expression/scope.ts';
import { itemSize } from '../item-size.ts';
import { checkKey } from '../key.ts';
import { attributes, onTable, parseInput, returnConsumedCapacity, tableName } from '../request.ts';
import type { Tables } from '../tables.ts';

const schema = z.object({
  TableName: tableName,
  Key: attributes,
  ConsistentRead: z.boolean().default(false),
  ProjectionExpression: z.string().optional(),
  ExpressionAttributeNames: z.unknown().optional(),
  ReturnConsumedCapacity: returnConsumedCapacity,
});

export const getItem = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'GetItem'),
  async run(request) {
    const input = parseInput(schema, request);
    const scope = new Scope(input.ExpressionAttributeNames, undefined);
    const { ProjectionExpression } = input;
    const paths = ProjectionExpression === undefined ? undefined : parseProjection(ProjectionExpression, scope);
    scope.finish(paths !== undefined);
    const key = parseItem(input.Key);
    const table = tables.get(input.TableName);
    checkKey(key, table.key);
    const item = table.get(key);
    const units = readUnits(item ? itemSize(item) : 0, input.ConsistentRead);
    return {
      ...(item && { Item: paths ? project(item, paths) : item }),
      ...consumedCapacity(input.ReturnConsumedCapacity, table.definition.TableName, units),
    };
  },
});
