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
import {
  type NamedTarget,
  namedTargetSchema,
  type SecretBinding,
  secretBindingSchema,
} from '../contracts/target-bindings.ts';
import {
  DEFAULT_API_CONCURRENCY,
  DEFAULT_API_REQUESTS_PER_SECOND,
  DEFAULT_JOBS_AT_ONCE,
  DEFAULT_RETENTION,
  DEFAULT_TRACE_DAYS,
  type Retention,
  type Settings,
  suffixOf,
} from './settings.ts';
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
  /** Keeps several installations in one account apart: a lower-case word. Default: main, whose names have no suffix */
  readonly stage?: string;
  /** Whether the HTTP API, and with it the console, is deployed. Default: false */
  readonly api?: boolean;
  /** Requests the API works on at once: concurrency that is reserved for it; 0: none is reserved. Default: 20 */
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
  readonly retention?: Partial<Retention>;
}

/** Where a table is, for a query: `"catalog"."database"."table"`. */
export interface TableName {
  readonly catalog: string;
  readonly database: string;
  readonly table: string;
}

/**
 * Rollcall, in stacks of its own beside yours: `RollcallStorage`, `RollcallOrchestration`, `RollcallMonitoring`, and
 * `RollcallApi` and `RollcallTraces` when asked for. The command line finds them by these names.
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
    const stage = props.stage ?? 'main';
    const settings: Settings = {
      stage,
      suffix: suffixOf(stage),
      tables: props.tables ?? 'glue',
      agents: namedOf(props.agents, (agent) => agent.stateMachineArn),
      tools: namedOf(props.tools, (tool) => tool.functionArn),
      endpointSecrets: (props.endpointSecrets ?? []).map((binding) => secretBindingSchema.parse(binding)),
      endpointSecretArns: arnsOf(props.secrets, (secret) => secret.secretArn),
      api: props.api ?? false,
      apiConcurrency: props.apiConcurrency ?? DEFAULT_API_CONCURRENCY,
      allowLoopback: props.allowLoopback ?? false,
      apiRequestsPerSecond: props.apiRequestsPerSecond ?? DEFAULT_API_REQUESTS_PER_SECOND,
      jobsAtOnce: props.jobsAtOnce ?? DEFAULT_JOBS_AT_ONCE,
      traceAgents: props.traceAgents ?? false,
      traceThreadId: props.traceThreadId,
      traceDays: props.traceDays ?? DEFAULT_TRACE_DAYS,
      secretKeyArns: arnsOf(props.secretKeys, (key) => key.keyArn),
      retention: { ...DEFAULT_RETENTION, ...props.retention },
    };
    const env = environmentOf(scope);
    // In the scope itself, so that they keep their names wherever the construct stands.
    const name = (part: string): string => `Rollcall${part}${settings.suffix}`;
    const storage = new StorageStack(scope, name('Storage'), { env, settings });
    const orchestration = new OrchestrationStack(scope, name('Orchestration'), { env, settings, storage });
    const parts = { env, settings, storage, orchestration };
    if (settings.api || settings.traceAgents) {
      const traces = new TracesStack(scope, name('Traces'), parts);
      if (settings.api) this.api = new ApiStack(scope, name('Api'), { ...parts, traces }).api;
    }
    new MonitoringStack(scope, name('Monitoring'), parts);
    this.stateMachine = orchestration.stateMachine;
    this.notifications = orchestration.notifications;
    this.resultsTable = { catalog: storage.catalogName, database: storage.databaseName, table: RESULTS_TABLE };
  }

  /** Lets `grantee` start evaluations. */
  grantStart(grantee: IGrantable): Grant {
    return this.stateMachine.grantStartExecution(grantee);
  }
}

const arnsOf = <T extends object>(given: readonly (T | string)[] = [], arnOf: (resource: T) => string): string[] =>
  given.map((resource) => (typeof resource === 'string' ? resource : arnOf(resource)));

const namedOf = <T extends object>(
  given: readonly (T | string | NamedTarget)[] = [],
  arnOf: (resource: T) => string,
): NamedTarget[] =>
  given.map((one) => {
    if (typeof one === 'string') return { arn: one };
    return Construct.isConstruct(one) ? { arn: arnOf(one as T) } : namedTargetSchema.parse(one);
  });

/** Account and region of the stack around it, which its agents are in; of the app, when there is no stack. */
function environmentOf(scope: Construct): { account: string; region: string } | undefined {
  const around = scope.node.scopes.find((above) => Stack.isStack(above));
  if (!around) return undefined;
  const { account, region } = Stack.of(around);
  return { account, region };
}
