import { Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Grant, IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IStateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { RESULTS_TABLE } from '../contracts/table-names.ts';
import type { NamedTarget, SecretBinding } from '../contracts/target-bindings.ts';
import { applyCompanySettings } from './company-settings.ts';
import { type Settings, settingsOf } from './settings.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { MonitoringStack } from './stacks/monitoring-stack.ts';
import { OrchestrationStack } from './stacks/orchestration-stack.ts';
import { StorageStack } from './stacks/storage-stack.ts';
import { TracesStack } from './stacks/traces-stack.ts';

export interface RollcallProps {
  /** Agents that runs may start: state machines, or ARNs, in which `*` stands for anything. Default: none */
  readonly agents?: readonly (IStateMachine | string | NamedTarget)[];
  /** Tools that runs may invoke: functions, or ARNs. Default: none */
  readonly tools?: readonly (IFunction | string | NamedTarget)[];
  /** Secrets that calls of endpoints may read, the hosts they may be sent to, and by whose runs. Default: none */
  readonly endpointSecrets?: readonly SecretBinding[];
  /** Secrets that calls of endpoints may read and send to any host: secrets, or ARNs. `endpointSecrets` is safer. Default: none */
  readonly secrets?: readonly (ISecret | string)[];
  /** Customer keys that these secrets are encrypted with: keys, or ARNs. Default: none */
  readonly secretKeys?: readonly (IKey | string)[];
  /** Where the Iceberg tables are: the Glue catalog, or an S3 table bucket. Default: glue */
  readonly tables?: Settings['tables'];
  /** What creates Iceberg tables in the Glue catalog: CloudFormation, or `CREATE TABLE` through Athena. Default: cloudformation */
  readonly tableCreation?: Settings['tableCreation'];
  /** Keeps several installations in one account apart: a lower-case word. Default: main, whose names have no suffix */
  readonly stage?: string;
  /** Whether the HTTP API, and with it the console, is deployed. Default: false */
  readonly api?: boolean;
  /** Lambda concurrency reserved for the API, in an account that has 100 more than this. Default: 0, which reserves none */
  readonly apiConcurrency?: number;
  /** Requests that the API takes a second, of all callers together; twice as many at one moment. Default: 50 */
  readonly apiRequestsPerSecond?: number;
  /** Whether targets on 127.0.0.1 are called without `allowPrivateAddresses`. Default: false */
  readonly allowLoopback?: boolean;
  /** Batch jobs of one tenant that run at the same time; more wait in line. Default: 3 */
  readonly jobsAtOnce?: number;
  /** Whether finished executions of the agents become traces; agents bound to tenants are left out. Default: false */
  readonly traceAgents?: boolean;
  /** JSONata over { name, input, output } of an execution: its thread id. Default: thread_id, conversation_id or session_id */
  readonly traceThreadId?: string;
  /** Days that traces and results of monitors are kept. Default: 90 */
  readonly traceDays?: number;
  /** How long Iceberg keeps what a newer state of a table has replaced. Default: snapshots 5 days, orphaned files 3 */
  readonly retention?: Partial<Pick<Settings, 'snapshotDays' | 'orphanFileDays'>>;
  /** Customer-managed key for the bucket, tables, queues, topics and logs: a key, or its ARN. Default: keys of AWS */
  readonly encryptionKey?: IKey | string;
  /** Subnets that all functions are connected to. Default: none, so functions reach the internet */
  readonly subnets?: readonly string[];
  /** Security groups of all functions in these subnets. Default: none */
  readonly securityGroups?: readonly string[];
  /** ARN of the managed policy that bounds every role. Default: none */
  readonly permissionsBoundary?: string;
  /** What the name of every role begins with. Default: CloudFormation names the roles */
  readonly rolePrefix?: string;
  /** Days that logs are kept. Default: 90 */
  readonly logDays?: number;
}

/** Where a table is, for a query: `"catalog"."database"."table"`. */
export interface TableName {
  readonly catalog: string;
  readonly database: string;
  readonly table: string;
}

/**
 * Rollcall, in stacks of its own beside yours: `RollcallStorage`, `RollcallOrchestration`, `RollcallTraces`,
 * `RollcallMonitoring`, and `RollcallApi` with `api: true`. The command line finds them by these names.
 */
export class Rollcall extends Construct {
  /** Runs an evaluation; its input is in docs/configuration.md. */
  readonly stateMachine: IStateMachine;
  readonly resultsTable: TableName;
  /** Told of every run that ends. */
  readonly notifications: ITopic;
  /** With `api: true`. */
  readonly api?: HttpApi;

  constructor(scope: Construct, id: string, props: RollcallProps = {}) {
    super(scope, id);
    const { agents, tools, secrets, secretKeys, encryptionKey, retention, ...others } = props;
    const settings = settingsOf(
      {
        ...others,
        ...retention,
        agents: agents?.map((agent) => (Construct.isConstruct(agent) ? agent.stateMachineArn : agent)),
        tools: tools?.map((tool) => (Construct.isConstruct(tool) ? tool.functionArn : tool)),
        secrets: secrets?.map((secret) => (typeof secret === 'string' ? secret : secret.secretArn)),
        secretKeys: secretKeys?.map(arnOfKey),
        encryptionKey: encryptionKey && arnOfKey(encryptionKey),
      },
      (key) => `Property ${key} of ${id}`,
    );
    const env = environmentOf(scope);
    // In the scope itself, so that they keep their names wherever the construct stands.
    const name = (part: string): string => `Rollcall${part}${settings.suffix}`;
    const storage = new StorageStack(scope, name('Storage'), { env, settings });
    const orchestration = new OrchestrationStack(scope, name('Orchestration'), { env, settings, storage });
    const parts = { env, settings, storage, orchestration };
    const traces = new TracesStack(scope, name('Traces'), parts);
    const api = settings.api ? new ApiStack(scope, name('Api'), { ...parts, traces }) : undefined;
    const monitoring = new MonitoringStack(scope, name('Monitoring'), parts);
    applyCompanySettings([storage, orchestration, traces, ...(api ? [api] : []), monitoring], settings);
    if (api) this.api = api.api;
    this.stateMachine = orchestration.stateMachine;
    this.notifications = orchestration.notifications;
    this.resultsTable = { catalog: storage.catalogName, database: storage.databaseName, table: RESULTS_TABLE };
  }

  /** Lets `grantee` start evaluations. */
  grantStart(grantee: IGrantable): Grant {
    return this.stateMachine.grantStartExecution(grantee);
  }
}

const arnOfKey = (key: IKey | string): string => (typeof key === 'string' ? key : key.keyArn);

/** Account and region of the stack around it, which its agents are in; of the app, when there is no stack. */
function environmentOf(scope: Construct): { account: string; region: string } | undefined {
  const around = scope.node.scopes.find((above) => Stack.isStack(above));
  if (!around) return undefined;
  const { account, region } = Stack.of(around);
  return { account, region };
}
