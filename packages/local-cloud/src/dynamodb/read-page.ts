import { z } from 'zod';
import { type Item, parseItem } from './attribute-value.ts';
import { type Cost, readUnits } from './consumed-capacity.ts';
import { invalid, invalidParameter } from './errors.ts';
import { type Condition, matches } from './expression/condition.ts';
import type { DocumentPath } from './expression/document-path.ts';
import { parseCondition } from './expression/parse-condition.ts';
import { parseProjection, project } from './expression/projection.ts';
import type { Scope } from './expression/scope.ts';
import { itemSize } from './item-size.ts';
import { hasKey, keyNames, keyOf } from './key.ts';
import { attributes, returnConsumedCapacity, tableName } from './request.ts';
import type { Index, Table } from './table.ts';

/** "A single Query or Scan operation can retrieve a maximum of 1 MB of data", before the filter. */
const LARGEST_PAGE = 1024 * 1024;

/** What Query and Scan have in common. */
export const readFields = {
  TableName: tableName,
  IndexName: z.string().min(3).max(255).optional(),
  Limit: z.int().min(1).optional(),
  ConsistentRead: z.boolean().default(false),
  ExclusiveStartKey: attributes.optional(),
  FilterExpression: z.string().optional(),
  ProjectionExpression: z.string().optional(),
  ExpressionAttributeNames: z.unknown().optional(),
  ExpressionAttributeValues: z.unknown().optional(),
  Select: z.enum(['ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES', 'SPECIFIC_ATTRIBUTES', 'COUNT']).optional(),
  ReturnConsumedCapacity: returnConsumedCapacity,
};

type ReadInput = z.output<z.ZodObject<typeof readFields>>;

export interface ReadPlan {
  readonly input: ReadInput;
  readonly table: Table;
  readonly index: Index | undefined;
  readonly filter: Condition | undefined;
  readonly paths: readonly DocumentPath[] | undefined;
  readonly startKey: Item | undefined;
}

export function planRead(input: ReadInput, table: Table, scope: Scope): ReadPlan {
  const index = input.IndexName === undefined ? undefined : table.index(input.IndexName);
  if (index?.global && input.ConsistentRead) {
    throw invalid('Consistent reads are not supported on global secondary indexes');
  }
  const { FilterExpression, ProjectionExpression, Select } = input;
  const filter =
    FilterExpression === undefined ? undefined : parseCondition('FilterExpression', FilterExpression, scope);
  const paths = ProjectionExpression === undefined ? undefined : parseProjection(ProjectionExpression, scope);
  if (paths && Select !== undefined && Select !== 'SPECIFIC_ATTRIBUTES') {
    throw invalid(`Cannot specify the ProjectionExpression when choosing to get ${Select}`);
  }
  if (Select === 'SPECIFIC_ATTRIBUTES' && !paths) {
    throw invalidParameter('Must specify the ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES');
  }
  if (Select === 'ALL_PROJECTED_ATTRIBUTES' && !index) {
    throw invalidParameter('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName');
  }
  checkProjected(table, index, Select, paths);
  scope.checkKeyPaths(table);
  return { input, table, index, filter, paths, startKey: startKey(input, table, index) };
}

/** A global index can only give what it holds; a local one fetches the rest from the table. */
function checkProjected(
  table: Table,
  index: Index | undefined,
  select: ReadInput['Select'],
  paths: readonly DocumentPath[] | undefined,
): void {
  if (!index?.global || index.definition.Projection.ProjectionType === 'ALL') return;
  const { IndexName, Projection } = index.definition;
  if (select === 'ALL_ATTRIBUTES') {
    throw invalidParameter(
      `Select type ALL_ATTRIBUTES is not supported for global secondary index ${IndexName} because its projection type is not ALL`,
    );
  }
  const held = new Set([...keyNames(table.key), ...keyNames(index.key), ...(Projection.NonKeyAttributes ?? [])]);
  const missing = (paths ?? []).map(([name]) => String(name)).filter((name) => !held.has(name));
  if (missing.length > 0) {
    throw invalidParameter(`Global secondary index ${IndexName} does not project [${missing.join(', ')}]`);
  }
}

function startKey(input: ReadInput, table: Table, index: Index | undefined): Item | undefined {
  if (!input.ExclusiveStartKey) return undefined;
  const key = parseItem(input.ExclusiveStartKey);
  const expected = new Set([...keyNames(table.key), ...(index ? keyNames(index.key) : [])]);
  const fits = hasKey(key, table.key) && (!index || hasKey(key, index.key));
  if (!fits || Object.keys(key).length !== expected.size) {
    throw invalid('The provided starting key is invalid: The provided key element does not match the schema');
  }
  return key;
}

/** Takes items until the page is full, and says where the next one starts. */
export function readPage(plan: ReadPlan, candidates: Iterable<Item>) {
  const { input, table, index } = plan;
  const items: Item[] = [];
  let scanned = 0;
  let size = 0;
  let last: Item | undefined;
  for (const stored of candidates) {
    const item = index && !readsWholeItem(plan) ? table.projected(stored, index) : stored;
    scanned++;
    size += itemSize(item);
    if (!plan.filter || matches(plan.filter, item)) items.push(plan.paths ? project(item, plan.paths) : item);
    if (scanned === input.Limit || size >= LARGEST_PAGE) {
      last = stored;
      break;
    }
  }
  const answer = {
    ...(input.Select === 'COUNT' ? {} : { Items: items }),
    Count: items.length,
    ScannedCount: scanned,
    ...(last && { LastEvaluatedKey: { ...(index && keyOf(last, index.key)), ...keyOf(last, table.key) } }),
  };
  return { answer, cost: costOf(plan, size) };
}

/** A local index that has to fetch from the table costs there as well. */
function costOf(plan: ReadPlan, size: number): Cost {
  const { table, index, input } = plan;
  const units = readUnits(size, input.ConsistentRead);
  if (!index) return { table, units };
  return { table, units: readsWholeItem(plan) ? units : 0, indexUnits: new Map([[index, units]]) };
}

const readsWholeItem = ({ index, input, paths }: ReadPlan): boolean =>
  !index?.global && (input.Select === 'ALL_ATTRIBUTES' || paths !== undefined);
