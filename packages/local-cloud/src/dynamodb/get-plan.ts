import { z } from 'zod';
import { type Item, parseItem } from './attribute-value.ts';
import { invalid } from './errors.ts';
import type { DocumentPath } from './expression/document-path.ts';
import { parseProjection, project } from './expression/projection.ts';
import { Scope } from './expression/scope.ts';
import { checkKey } from './key.ts';
import type { attributes } from './request.ts';
import type { Table } from './table.ts';
import type { Tables } from './tables.ts';

/** How reads by key say what they want of an item. `AttributesToGet` is the older way, which BatchGetItem still gets. */
export const getFields = {
  ProjectionExpression: z.string().optional(),
  ExpressionAttributeNames: z.unknown().optional(),
  AttributesToGet: z.array(z.string().min(1)).min(1).optional(),
};

type GetInput = z.output<z.ZodObject<typeof getFields>> & {
  readonly TableName: string;
  readonly Keys: readonly z.output<typeof attributes>[];
};

export interface GetPlan {
  readonly table: Table;
  readonly keys: readonly Item[];
  /** What the request wants of an item. */
  wanted(item: Item): Item;
}

export function planGet(tables: Tables, input: GetInput): GetPlan {
  const scope = new Scope(input.ExpressionAttributeNames, undefined);
  const paths = wantedPaths(input, scope);
  scope.finish(input.ProjectionExpression !== undefined);
  const table = tables.get(input.TableName);
  scope.checkKeyPaths(table);
  const keys = input.Keys.map((key) => parseItem(key));
  for (const key of keys) checkKey(key, table.key);
  return { table, keys, wanted: (item) => (paths ? project(item, paths) : item) };
}

function wantedPaths(input: GetInput, scope: Scope): DocumentPath[] | undefined {
  const { ProjectionExpression, AttributesToGet } = input;
  if (ProjectionExpression !== undefined && AttributesToGet) {
    throw invalid(
      'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}',
    );
  }
  if (ProjectionExpression !== undefined) return parseProjection(ProjectionExpression, scope);
  return AttributesToGet?.map((name) => [name]);
}

/** For finding the same item twice in a request. */
export const itemText = (table: Table, key: Item): string =>
  JSON.stringify([table.definition.TableName, Object.entries(key).sort()]);
