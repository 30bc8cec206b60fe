import type { AnyResourceHandler, ResourceHandler } from '../resource-handler.ts';
import { httpApi } from './aws-apigatewayv2-api.ts';
import { httpIntegration } from './aws-apigatewayv2-integration.ts';
import { httpRoute } from './aws-apigatewayv2-route.ts';
import { httpStage } from './aws-apigatewayv2-stage.ts';
import { namedQuery } from './aws-athena-namedquery.ts';
import { workGroup } from './aws-athena-workgroup.ts';
import { globalTable } from './aws-dynamodb-globaltable.ts';
import { dynamodbTable } from './aws-dynamodb-table.ts';
import { eventsRule } from './aws-events-rule.ts';
import { glueDatabase } from './aws-glue-database.ts';
import { glueTable } from './aws-glue-table.ts';
import { managedPolicy } from './aws-iam-managedpolicy.ts';
import { policy } from './aws-iam-policy.ts';
import { role } from './aws-iam-role.ts';
import { lakeFormationResource } from './aws-lakeformation-resource.ts';
import { eventInvokeConfig } from './aws-lambda-eventinvokeconfig.ts';
import { eventSourceMapping } from './aws-lambda-eventsourcemapping.ts';
import { lambdaFunction } from './aws-lambda-function.ts';
import { lambdaPermission } from './aws-lambda-permission.ts';
import { logGroup } from './aws-logs-loggroup.ts';
import { bucket } from './aws-s3-bucket.ts';
import { bucketPolicy } from './aws-s3-bucketpolicy.ts';
import { s3tablesNamespace } from './aws-s3tables-namespace.ts';
import { s3tablesTable } from './aws-s3tables-table.ts';
import { tableBucket } from './aws-s3tables-tablebucket.ts';
import { tableBucketPolicy } from './aws-s3tables-tablebucketpolicy.ts';
import { secret } from './aws-secretsmanager-secret.ts';
import { subscription } from './aws-sns-subscription.ts';
import { topic } from './aws-sns-topic.ts';
import { topicPolicy } from './aws-sns-topicpolicy.ts';
import { queue } from './aws-sqs-queue.ts';
import { queuePolicy } from './aws-sqs-queuepolicy.ts';
import { stateMachine } from './aws-stepfunctions-statemachine.ts';
import { customResource } from './custom-resource.ts';
import { harmlessTypes } from './harmless.ts';

const hosted: readonly AnyResourceHandler[] = [
  bucket,
  bucketPolicy,
  customResource,
  dynamodbTable,
  eventInvokeConfig,
  eventSourceMapping,
  eventsRule,
  globalTable,
  glueDatabase,
  glueTable,
  httpApi,
  httpIntegration,
  httpRoute,
  httpStage,
  lakeFormationResource,
  lambdaFunction,
  lambdaPermission,
  logGroup,
  managedPolicy,
  namedQuery,
  policy,
  queue,
  queuePolicy,
  role,
  s3tablesNamespace,
  s3tablesTable,
  secret,
  stateMachine,
  subscription,
  tableBucket,
  tableBucketPolicy,
  topic,
  topicPolicy,
  workGroup,
];

/** By CloudFormation type. Each handler knows the properties of its own type; here they are any object. */
export const handlers: ReadonlyMap<string, ResourceHandler> = new Map(
  hosted.map((handler) => [handler.type, handler as ResourceHandler]),
);

export const isHarmless = (type: string): boolean => harmlessTypes.has(type);

export const findHandler = (type: string): ResourceHandler | undefined =>
  handlers.get(type.startsWith('Custom::') ? customResource.type : type) ?? harmlessTypes.get(type);

export function handlerOf(type: string): ResourceHandler {
  const handler = findHandler(type);
  if (!handler) throw new Error(`the local cloud does not host the type ${type}`);
  return handler;
}
