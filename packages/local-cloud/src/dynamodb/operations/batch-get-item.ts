import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { type Item, parseItem } from '../attribute-value.ts';
import { invalid } from '../errors.ts';
import { parseProjection, project } from '../expression/projection.ts';
import { Scope } from '../expression/scope.ts';
import { itemSize } from '../item-size.ts';
import { checkKey } from '../key.ts';
import { attributes, parseInput } from '../request.ts';
import type { Tables } from '../tables.ts';

const MOST_KEYS = 100;
const LARGEST_ANSWER = 16 * 1024 * 1024;

const tableRequest = z.object({
  Keys: z.array(attributes).min(1),
  ConsistentRead: z.boolean().optional(),
  ProjectionExpression: z.string().optional(),
  ExpressionAttributeNames: z.unknown().optional(),
});

const schema = z.object({ RequestItems: z.record(z.string(), tableRequest) });

export const batchGetItem = (tables: Tables): Operation<unknown> => ({
  permissions: (input) =>
    Object.keys((input as { RequestItems?: object } | undefined)?.RequestItems ?? {}).map((name) => ({
      action: 'dynamodb:BatchGetItem',
      resource: tables.arn(name),
    })),
  async run(request) {
    const { RequestItems } = parseInput(schema, request);
    const requests = Object.entries(RequestItems);
    const count = requests.reduce((sum, [, { Keys }]) => sum + Keys.length, 0);
    if (count === 0) {
      throw invalid(
        "1 validation error detected: Value '{}' at 'requestItems' failed to satisfy constraint: Member must have length greater than or equal to 1",
      );
    }
    if (count > MOST_KEYS) throw invalid('Too many items requested for the BatchGetItem call');

    const responses: Record<string, Item[]> = {};
    const unprocessed: Record<string, unknown> = {};
    let size = 0;
    for (const [name, tableRequest] of requests) {
      const { find, paths } = plan(tables, name, tableRequest);
      const items: Item[] = [];
      responses[name] = items;
      for (const [index, key] of tableRequest.Keys.entries()) {
        if (size > LARGEST_ANSWER) {
          unprocessed[name] = { ...tableRequest, Keys: tableRequest.Keys.slice(index) };
          break;
        }
        const item = find(parseItem(key));
        if (!item) continue;
        size += itemSize(item);
        items.push(paths ? project(item, paths) : item);
      }
    }
    return { Responses: responses, UnprocessedKeys: unprocessed };
  },
});

function plan(tables: Tables, name: string, request: z.output<typeof tableRequest>) {
  const scope = new Scope(request.ExpressionAttributeNames, undefined);
  const { ProjectionExpression } = request;
  const paths = ProjectionExpression === undefined ? undefined : parseProjection(ProjectionExpression, scope);
  scope.finish(paths !== undefined);
  const table = tables.get(name);
  const keys = request.Keys.map((key) => parseItem(key));
  for (const key of keys) checkKey(key, table.key);
  const texts = keys.map((key) => JSON.stringify(Object.entries(key).sort()));
  if (new Set(texts).size < texts.length) throw invalid('Provided list of item keys contains duplicates');
  return { find: (key: Item) => table.get(key), paths };
}
