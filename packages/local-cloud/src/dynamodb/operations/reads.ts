import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { equalValues } from '../attribute-value.ts';
import { consumedCapacity } from '../consumed-capacity.ts';
import { invalid } from '../errors.ts';
import type { Condition } from '../expression/condition.ts';
import { parseCondition } from '../expression/parse-condition.ts';
import { Scope } from '../expression/scope.ts';
import { type Key, keyNames } from '../key.ts';
import { keyCondition } from '../key-condition.ts';
import { planRead, readFields, readPage } from '../read-page.ts';
import { onTable, parseInput } from '../request.ts';
import type { Tables } from '../tables.ts';

const querySchema = z.object({
  ...readFields,
  KeyConditionExpression: z.string().optional(),
  ScanIndexForward: z.boolean().default(true),
});

export const query = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'Query'),
  async run(request) {
    const input = parseInput(querySchema, request);
    if (input.KeyConditionExpression === undefined) {
      throw invalid('Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.');
    }
    const scope = new Scope(input.ExpressionAttributeNames, input.ExpressionAttributeValues);
    const condition = parseCondition('KeyConditionExpression', input.KeyConditionExpression, scope);
    const table = tables.get(input.TableName);
    const plan = planRead(input, table, scope);
    scope.finish(true);
    const { key, items } = plan.index ?? table;
    const { hash, rangeOrder } = keyCondition(condition, key);
    if (plan.filter) checkFilter(plan.filter, key);
    const { startKey } = plan;
    if (startKey && !equalValues(startKey[key.hash.name] ?? {}, hash[key.hash.name] ?? {})) {
      throw invalid('The provided starting key is outside query boundaries based on provided conditions');
    }
    const startRange = key.range && startKey?.[key.range.name];
    if (startRange && rangeOrder && rangeOrder(startRange) !== 0) {
      throw invalid('The provided starting key does not match the range key predicate');
    }
    const { answer, cost } = readPage(plan, items.query(hash, rangeOrder, input.ScanIndexForward, startKey));
    return { ...answer, ...consumedCapacity(input.ReturnConsumedCapacity, cost) };
  },
});

/** A filter is for what the key condition cannot say; DynamoDB refuses key attributes in it. */
function checkFilter(filter: Condition, key: Key): void {
  const named = keyNames(key).find((name) => mentions(filter, name));
  if (named !== undefined) {
    throw invalid(`Filter Expression can only contain non-primary key attributes: Primary key attribute: ${named}`);
  }
}

function mentions(node: unknown, name: string): boolean {
  if (node === null || typeof node !== 'object') return false;
  if ('path' in node && Array.isArray(node.path)) return node.path[0] === name;
  if ('kind' in node && node.kind === 'value') return false;
  return Object.values(node).some((part) => mentions(part, name));
}

const scanSchema = z.object({
  ...readFields,
  Segment: z.int().min(0).max(999_999).optional(),
  TotalSegments: z.int().min(1).max(1_000_000).optional(),
});

export const scan = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'Scan'),
  async run(request) {
    const input = parseInput(scanSchema, request);
    const { Segment, TotalSegments } = input;
    if (Segment !== undefined && TotalSegments === undefined) {
      throw invalid(
        'The TotalSegments parameter is required but was not present in the request when Segment parameter is present',
      );
    }
    if (TotalSegments !== undefined && Segment === undefined) {
      throw invalid(
        'The Segment parameter is required but was not present in the request when parameter TotalSegments is present',
      );
    }
    if (Segment !== undefined && TotalSegments !== undefined && Segment >= TotalSegments) {
      throw invalid(
        `The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: ${Segment} is not less than TotalSegments: ${TotalSegments}`,
      );
    }
    const scope = new Scope(input.ExpressionAttributeNames, input.ExpressionAttributeValues);
    const table = tables.get(input.TableName);
    const plan = planRead(input, table, scope);
    scope.finish(plan.filter !== undefined || plan.paths !== undefined);
    const { items } = plan.index ?? table;
    if (plan.startKey && !items.isInSegment(plan.startKey, Segment ?? 0, TotalSegments ?? 1)) {
      throw invalid('The provided starting key is outside query boundaries based on provided conditions');
    }
    const { answer, cost } = readPage(plan, items.scan(plan.startKey, Segment ?? 0, TotalSegments ?? 1));
    return { ...answer, ...consumedCapacity(input.ReturnConsumedCapacity, cost) };
  },
});
