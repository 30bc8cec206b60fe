import { readFileSync } from 'node:fs';
import { ArnFormat, CfnOutput, Duration, type Environment, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { LISTING } from '../../core/listing.ts';
import { RUN_INDEXES } from '../../domain/run-records/run-listing.ts';
import { allow } from '../allow.ts';
import { grantAthena } from '../constructs/athena-access.ts';
import { DeadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { RollcallFunction } from '../constructs/rollcall-function.ts';
import type { Settings } from '../settings.ts';
import type { OrchestrationStack } from './orchestration-stack.ts';
import type { StorageStack } from './storage-stack.ts';
import type { TracesStack } from './traces-stack.ts';

export interface ApiStackProps {
  /** Default: what the command line of CDK says */
  readonly env?: Environment;
  readonly settings: Settings;
  readonly storage: StorageStack;
  readonly orchestration: OrchestrationStack;
  readonly traces: TracesStack;
}

/** CDK's default names the path as REST APIs do, which an HTTP API leaves empty. */
const ACCESS_LOG = AccessLogFormat.custom(
  JSON.stringify({
    requestTime: '$context.requestTime',
    requestId: '$context.requestId',
    ip: '$context.identity.sourceIp',
    method: '$context.httpMethod',
    path: '$context.path',
    status: '$context.status',
    responseLength: '$context.responseLength',
    latencyMs: '$context.responseLatency',
    integrationError: '$context.integrationErrorMessage',
  }),
);

const IMPORT_UPLOADS = `${PREFIXES.imports}uploads/`;
const IMPORT_STATUS = `${PREFIXES.imports}status/`;

/** The door for apps, agents and people with a browser. Deployed only when asked for (`-c api=true`). */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  readonly #settings: Settings;
  readonly #storage: StorageStack;
  readonly #environment: Record<string, string>;

  constructor(scope: Construct, id: string, { env, settings, storage, orchestration, traces }: ApiStackProps) {
    super(scope, id, { env, stackName: id, description: 'Rollcall: the HTTP API' });
    this.#settings = settings;
    this.#storage = storage;
    const machine = { service: 'states', resource: 'stateMachine', arnFormat: ArnFormat.COLON_RESOURCE_NAME };
    this.#environment = {
      ...orchestration.functionEnvironment,
      TARGET_BINDINGS: orchestration.targetBindings,
      // Names, not references: this stack must not keep those of the other from being replaced.
      EVALUATION_STATE_MACHINE_ARN: this.formatArn({ ...machine, resourceName: orchestration.evaluationName }),
      BATCH_JOB_STATE_MACHINE_ARN: this.formatArn({ ...machine, resourceName: orchestration.batchJobName }),
      RUN_CONTROL_FUNCTION_ARN: this.#functionArn('run-control'),
      RESULTS_EXPORTER_FUNCTION_ARN: this.#functionArn('results-exporter'),
      NOTIFICATION_TOPIC_ARN: this.formatArn({ service: 'sns', resource: `rollcall-runs${settings.suffix}` }),
      API_KEYS_TABLE: storage.apiKeysTable.tableName,
      API_REQUESTS_TABLE: storage.apiRequestsTable.tableName,
      // Lambda takes 4 KB of variables, and functions by their names too.
      RUN_REMOVER_FUNCTION: `rollcall-run-remover${settings.suffix}`,
      ROW_MARKER_FUNCTION: `rollcall-row-marker${settings.suffix}`,
      DATASET_IMPORTER_FUNCTION: `rollcall-dataset-importer${settings.suffix}`,
      ROLLCALL_VERSION: version(),
    };
    // The API answers these before they are carried out.
    const failed = new DeadLetterQueue(this, 'FailedRequests', `rollcall-failed-requests${settings.suffix}`);
    for (const fn of [this.#remover(), this.#marker()]) fn.sendFailuresTo(failed);
    this.#importer();
    const api = this.#api();
    traces.allow(api);
    traces.allowAlarms(api);
    this.api = this.#serve(api);
    this.addStackDependency(orchestration);
  }

  #functionArn(name: string): string {
    return this.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: `rollcall-${name}${this.#settings.suffix}`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }

  #api(): RollcallFunction {
    const fn = new RollcallFunction(this, 'Api', {
      name: 'api',
      description: 'Answers the HTTP API',
      suffix: this.#settings.suffix,
      timeout: Duration.seconds(29),
      // Half a processor is what a cold start is slow by.
      memorySize: 1024,
      reservedConcurrentExecutions: this.#settings.apiConcurrency || undefined,
      environment: { ...this.#environment, POWERTOOLS_SERVICE_NAME: 'api' },
    });
    const { role } = fn;
    const { apiKeysTable, apiRequestsTable, configsTable, runsTable, batchCountsTable } = this.#storage;
    const change = ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
    allow(role, change, [apiKeysTable.tableArn, apiRequestsTable.tableArn]);
    allow(role, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:DeleteItem'], [configsTable.tableArn]);
    allow(role, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], [runsTable.tableArn]);
    const indexes = [
      ...Object.values(RUN_INDEXES).map(({ IndexName }) => ({ table: runsTable, IndexName })),
      ...[apiKeysTable, configsTable].map((table) => ({ table, IndexName: LISTING.IndexName })),
    ];
    allow(
      role,
      ['dynamodb:Query'],
      indexes.map(({ table, IndexName }) => `${table.tableArn}/index/${IndexName}`),
    );
    allow(role, ['dynamodb:Query'], [batchCountsTable.tableArn]);
    const { EVALUATION_STATE_MACHINE_ARN = '', BATCH_JOB_STATE_MACHINE_ARN = '' } = this.#environment;
    allow(role, ['states:StartExecution'], [EVALUATION_STATE_MACHINE_ARN, BATCH_JOB_STATE_MACHINE_ARN]);
    const invoked = ['run-control', 'results-exporter', 'run-remover', 'dataset-importer', 'row-marker'];
    allow(
      role,
      ['lambda:InvokeFunction'],
      invoked.map((name) => this.#functionArn(name)),
    );
    // Batch jobs: their items and records are written here, and their line is kept.
    const { targetsTable } = this.#storage;
    const keep = ['dynamodb:GetItem', 'dynamodb:PutItem'];
    allow(role, [...keep, 'dynamodb:Query', 'dynamodb:DeleteItem'], [targetsTable.tableArn]);
    allow(role, keep, [batchCountsTable.tableArn]);
    allow(role, ['dynamodb:PutItem'], [runsTable.tableArn]);
    this.#storage.allowObjects(role, ['s3:GetObject', 's3:PutObject'], [`${PREFIXES.runs}*/rows/`]);
    // Files of datasets are sent to addresses that carry this permission, and read by the importer alone.
    this.#storage.allowObjects(role, ['s3:GetObject', 's3:PutObject'], [IMPORT_UPLOADS, IMPORT_STATUS]);
    // Answers that are too large for Lambda, and the addresses they are fetched from.
    this.#storage.allowObjects(role, ['s3:GetObject', 's3:PutObject'], [PREFIXES.wholeAnswers]);
    // Rows come from the index or the logs; Athena is asked for whole rows that are in neither.
    grantAthena(role, this.#storage, {
      read: [PREFIXES.staged, PREFIXES.rowIndex, PREFIXES.exports],
      queriesOnly: true,
    });
    return fn;
  }

  #remover(): RollcallFunction {
    const fn = new RollcallFunction(this, 'RunRemover', {
      name: 'run-remover',
      description: 'Deletes runs with everything that belongs to them',
      suffix: this.#settings.suffix,
      timeout: Duration.minutes(15),
      environment: { ...this.#environment, POWERTOOLS_SERVICE_NAME: 'run-remover' },
    });
    const { runsTable, batchCountsTable } = this.#storage;
    grantAthena(fn.role, this.#storage, { readsAnswers: false });
    allow(fn.role, ['dynamodb:GetItem', 'dynamodb:DeleteItem'], [runsTable.tableArn]);
    const counts = ['dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'];
    allow(fn.role, counts, [batchCountsTable.tableArn]);
    const { staged, runs, rowIndex, exports, replies } = PREFIXES;
    this.#storage.allowObjects(fn.role, ['s3:DeleteObject'], [staged, runs, rowIndex, exports, replies]);
    return fn;
  }

  #importer(): void {
    const fn = new RollcallFunction(this, 'DatasetImporter', {
      name: 'dataset-importer',
      description: 'Previews, imports and deletes datasets',
      suffix: this.#settings.suffix,
      timeout: Duration.minutes(15),
      // One whole processor: it parses and hashes every byte. Memory stays far below.
      memorySize: 1769,
      environment: { ...this.#environment, POWERTOOLS_SERVICE_NAME: 'dataset-importer' },
    });
    const { imports, datasets } = PREFIXES;
    grantAthena(fn.role, this.#storage, { read: [imports, datasets] });
    this.#storage.allowObjects(fn.role, ['s3:PutObject', 's3:DeleteObject'], [imports, datasets]);
    // A dataset that a run is using is not deleted.
    allow(fn.role, ['dynamodb:GetItem'], [this.#storage.runsTable.tableArn]);
    allow(fn.role, ['dynamodb:Query'], [this.#storage.batchCountsTable.tableArn]);
  }

  #marker(): RollcallFunction {
    const fn = new RollcallFunction(this, 'RowMarker', {
      name: 'row-marker',
      description: 'Writes what people say of rows into the results table',
      suffix: this.#settings.suffix,
      timeout: Duration.minutes(15),
      environment: { ...this.#environment, POWERTOOLS_SERVICE_NAME: 'row-marker' },
    });
    grantAthena(fn.role, this.#storage, { read: [PREFIXES.staged] });
    // The lease of the results table.
    allow(fn.role, ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'], [this.#storage.batchCountsTable.tableArn]);
    return fn;
  }

  #serve(fn: RollcallFunction): HttpApi {
    const { suffix, apiRequestsPerSecond } = this.#settings;
    const api = new HttpApi(this, 'HttpApi', {
      apiName: `rollcall${suffix}`,
      description: 'Rollcall',
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration('Function', fn),
    });
    const logGroup = new LogGroup(this, 'AccessLogs', {
      // Names that begin so need no statement each in the account's resource policy for log delivery, which has room for few.
      logGroupName: `/aws/vendedlogs/apigateway/rollcall${suffix}`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, 'Stage', {
      httpApi: api,
      autoDeploy: true,
      throttle: { rateLimit: apiRequestsPerSecond, burstLimit: 2 * apiRequestsPerSecond },
      accessLogSettings: { destination: new LogGroupLogDestination(logGroup), format: ACCESS_LOG },
    });
    Validations.of(api).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: 'Keys are checked in the function: they carry tenant and role, and are revoked at once.',
    });
    new CfnOutput(this, 'ApiUrl', { value: api.apiEndpoint });
    return api;
  }
}

function version(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
