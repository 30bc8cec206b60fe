import { z } from 'zod';
import { parseInput as parse } from '../parse-input.ts';
import type { Permission } from '../service.ts';
import { invalid } from './errors.ts';
import type { Tables } from './tables.ts';

/** Pieces of request schemas that many operations share. */
export const tableName = z.string().min(1).max(1024);
export const returnConsumedCapacity = z.enum(['INDEXES', 'TOTAL', 'NONE']).default('NONE');
export const conditionFields = {
  ConditionExpression: z.string().optional(),
  ExpressionAttributeNames: z.unknown().optional(),
  ExpressionAttributeValues: z.unknown().optional(),
  ReturnValuesOnConditionCheckFailure: z.enum(['ALL_OLD', 'NONE']).default('NONE'),
};

/** A map of attribute values: an item, or a key. Values are checked by `parseItem`, which knows AWS's wording. */
export const attributes = z.record(z.string(), z.unknown());

const LEGACY: Readonly<Record<string, string>> = {
  AttributesToGet: 'ProjectionExpression',
  AttributeUpdates: 'UpdateExpression',
  ConditionalOperator: 'ConditionExpression or FilterExpression',
  Expected: 'ConditionExpression',
  KeyConditions: 'KeyConditionExpression',
  QueryFilter: 'FilterExpression',
  ScanFilter: 'FilterExpression',
};

export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const hosted = schema instanceof z.ZodObject ? schema.shape : {};
  for (const name of Object.keys(input ?? {})) {
    const instead = Object.hasOwn(LEGACY, name) && !Object.hasOwn(hosted, name) ? LEGACY[name] : undefined;
    if (instead) throw invalid(`The local cloud does not host the legacy parameter ${name}. Use ${instead} instead.`);
  }
  return parse(schema, input);
}

/** For operations on one table: `dynamodb:GetItem` on the table's ARN, or on its index's. */
export const onTable =
  (tables: Tables, operation: string) =>
  (input: unknown): Permission[] => {
    const { TableName, IndexName } = (input ?? {}) as { TableName?: unknown; IndexName?: unknown };
    const resource = tables.arn(TableName) + (IndexName === undefined ? '' : `/index/${String(IndexName)}`);
    return [{ action: `dynamodb:${operation}`, resource }];
  };
