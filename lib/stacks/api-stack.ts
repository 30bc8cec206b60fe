import { readFileSync } from 'node:fs';
import { CfnOutput, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { allow } from '../allow.ts';
import { RollcallFunction } from '../constructs/rollcall-function.ts';
import type { Settings } from '../settings.ts';
import type { OrchestrationStack } from './orchestration-stack.ts';
import type { StorageStack } from './storage-stack.ts';

export interface ApiStackProps {
  readonly settings: Settings;
  readonly storage: StorageStack;
  readonly orchestration: OrchestrationStack;
}

/** An HTTP API has no WAF: these bound what anyone on the internet can make it cost. */
const REQUESTS_PER_SECOND = 50;
const BURST = 100;
const CONCURRENCY = 20;

/** The door for apps, agents and people with a browser. Deployed only when asked for (`-c api=true`). */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, { settings, storage, orchestration }: ApiStackProps) {
    super(scope, id, { description: 'Rollcall: the HTTP API' });
    const fn = new RollcallFunction(this, 'Api', {
      name: 'api',
      description: 'Answers the HTTP API',
      suffix: settings.suffix,
      timeout: Duration.seconds(29),
      // Half a processor is what a cold start is slow by.
      memorySize: 1024,
      reservedConcurrentExecutions: CONCURRENCY,
      environment: {
        ...orchestration.functionEnvironment,
        API_KEYS_TABLE: storage.apiKeysTable.tableName,
        ROLLCALL_VERSION: version(),
        POWERTOOLS_SERVICE_NAME: 'api',
      },
    });
    allow(
      fn.role,
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:Scan'],
      [storage.apiKeysTable.tableArn],
    );

    const api = new HttpApi(this, 'HttpApi', {
      apiName: `rollcall${settings.suffix}`,
      description: 'Rollcall',
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration('Function', fn),
    });
    const logGroup = new LogGroup(this, 'AccessLogs', {
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, 'Stage', {
      httpApi: api,
      autoDeploy: true,
      throttle: { rateLimit: REQUESTS_PER_SECOND, burstLimit: BURST },
      accessLogSettings: { destination: new LogGroupLogDestination(logGroup) },
    });
    Validations.of(api).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: 'Keys are checked in the function: they carry tenant and role, and are revoked at once.',
    });
    new CfnOutput(this, 'ApiUrl', { value: api.apiEndpoint });
  }
}

function version(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
