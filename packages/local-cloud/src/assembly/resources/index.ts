import type { AnyResourceHandler, ResourceHandler } from '../resource-handler.ts';
import { httpApi, httpIntegration, httpRoute, httpStage } from './apigatewayv2.ts';
import { namedQuery, workGroup } from './athena.ts';
import { eventsRule } from './aws-events-rule.ts';
import { lakeFormationResource } from './aws-lakeformation-resource.ts';
import { logGroup } from './aws-logs-loggroup.ts';
import { bucket } from './aws-s3-bucket.ts';
import { secret } from './aws-secretsmanager-secret.ts';
import { queue } from './aws-sqs-queue.ts';
import { stateMachine } from './aws-stepfunctions-statemachine.ts';
import { customResource } from './custom-resource.ts';
import { dynamodbTable, globalTable } from './dynamodb.ts';
import { glueDatabase, glueTable } from './glue.ts';
import { harmlessTypes } from './harmless.ts';
import { managedPolicy, policy, role } from './iam.ts';
import { eventInvokeConfig, eventSourceMapping, lambdaFunction, lambdaPermission } from './lambda.ts';
import { bucketPolicy, queuePolicy, tableBucketPolicy, topicPolicy } from './resource-policies.ts';
import { s3tablesNamespace, s3tablesTable, tableBucket } from './s3tables.ts';
import { subscription, topic } from './sns.ts';

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
