import {
  athenaGetQueryExecution,
  athenaGetQueryResults,
  athenaStartQueryExecution,
  athenaStopQueryExecution,
} from './athena.ts';
import { dynamodbDeleteItem, dynamodbGetItem, dynamodbPutItem, dynamodbUpdateItem } from './dynamodb-item.ts';
import type { Integration } from './integration.ts';
import { lambdaInvoke } from './lambda-invoke.ts';
import { eventsPutEvents, snsPublish, sqsSendMessage } from './messages.ts';
import { statesStartExecution } from './states-start-execution.ts';

/** The optimized integrations, by `service:action` of the Resource. */
export const optimizedIntegrations: Readonly<Record<string, Integration>> = {
  'athena:getQueryExecution': athenaGetQueryExecution,
  'athena:getQueryResults': athenaGetQueryResults,
  'athena:startQueryExecution': athenaStartQueryExecution,
  'athena:stopQueryExecution': athenaStopQueryExecution,
  'dynamodb:deleteItem': dynamodbDeleteItem,
  'dynamodb:getItem': dynamodbGetItem,
  'dynamodb:putItem': dynamodbPutItem,
  'dynamodb:updateItem': dynamodbUpdateItem,
  'events:putEvents': eventsPutEvents,
  'lambda:invoke': lambdaInvoke,
  'sns:publish': snsPublish,
  'sqs:sendMessage': sqsSendMessage,
  'states:startExecution': statesStartExecution,
};
