import { randomUUID } from 'node:crypto';
import type { Integration } from './integration.ts';
import { optimizedError } from './service-error.ts';
import { capitalized, sdkMetadata, toJson } from './shapes.ts';

const ERRORS = { prefix: 'DynamoDB', service: 'AmazonDynamoDBv2', fallback: 'AmazonDynamoDBException' };

const CONDITION = ['ConditionExpression', 'ExpressionAttributeNames', 'ExpressionAttributeValues'];
const WRITE = [
  ...CONDITION,
  'ConditionalOperator',
  'Expected',
  'ReturnConsumedCapacity',
  'ReturnItemCollectionMetrics',
  'ReturnValues',
  'ReturnValuesOnConditionCheckFailure',
];
const READ = [
  'AttributesToGet',
  'ConsistentRead',
  'ExpressionAttributeNames',
  'ProjectionExpression',
  'ReturnConsumedCapacity',
];

/** `arn:aws:states:::dynamodb:getItem` and its three siblings */
function dynamodbItem(action: string, required: readonly string[], optional: readonly string[]): Integration {
  return {
    patterns: ['request'],
    required: ['TableName', ...required],
    optional,
    async run(run, { context }) {
      try {
        const output = await context.call('dynamodb', capitalized(action), run.arguments, run.caller);
        return { ...(toJson(output, 'milliseconds') as object), ...sdkMetadata(randomUUID()) };
      } catch (error) {
        throw optimizedError(ERRORS, error);
      }
    },
  };
}

export const dynamodbGetItem = dynamodbItem('getItem', ['Key'], READ);
export const dynamodbPutItem = dynamodbItem('putItem', ['Item'], WRITE);
export const dynamodbUpdateItem = dynamodbItem(
  'updateItem',
  ['Key'],
  [...WRITE, 'AttributeUpdates', 'UpdateExpression'],
);
export const dynamodbDeleteItem = dynamodbItem('deleteItem', ['Key'], WRITE);
