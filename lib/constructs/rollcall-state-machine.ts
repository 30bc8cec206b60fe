import { ArnFormat, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { LEASE_SECONDS, RESULTS_LEASE } from '../../domain/run-records/table-lease.ts';
import { agentExecutions } from '../agent-executions.ts';
import { allow } from '../allow.ts';
import { composeStateMachine } from '../compose-state-machine.ts';
import type { StorageStack } from '../stacks/storage-stack.ts';
import { grantAthena } from './athena-access.ts';

export interface RollcallStateMachineProps {
  /** Of its file in `statemachines/`, and after `rollcall-` of the state machine. */
  readonly name: string;
  readonly suffix: string;
  readonly storage: StorageStack;
  /** By the name of their substitution in the ASL: `RunPlannerFunctionArn` … */
  readonly functions: Readonly<Record<string, IFunction>>;
  /** State machines it starts, by the name of their substitution. */
  readonly starts?: Readonly<Record<string, RollcallStateMachine>>;
}

/** A state machine of `statemachines/`, with the permissions that all of them need. */
export class RollcallStateMachine extends Construct {
  readonly stateMachine: StateMachine;
  readonly #storage: StorageStack;
  readonly #role: Role;
  readonly #name: string;

  constructor(scope: Construct, id: string, props: RollcallStateMachineProps) {
    super(scope, id);
    const { storage, functions, starts = {} } = props;
    const stack = Stack.of(this);
    this.#storage = storage;
    this.#name = `rollcall-${props.name}${props.suffix}`;
    const logGroup = new LogGroup(this, 'Logs', {
      // Step Functions may only write to groups whose names start like this.
      logGroupName: `/aws/vendedlogs/states/${this.#name}`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('states.amazonaws.com') });
    this.#role = role;
    const definition = JSON.stringify(composeStateMachine(props.name));
    const substitutions = {
      Partition: stack.partition,
      DataBucket: storage.bucket.bucketName,
      WorkGroup: storage.workGroupName,
      Database: storage.databaseName,
      BatchCountsTable: storage.batchCountsTable.tableName,
      LeaseId: RESULTS_LEASE.evaluation_id,
      LeaseBatch: RESULTS_LEASE.batch,
      LeaseSeconds: String(LEASE_SECONDS),
      ...Object.fromEntries(Object.entries(functions).map(([key, fn]) => [key, fn.functionArn])),
      ...Object.fromEntries(
        Object.entries(starts).map(([key, { stateMachine }]) => [key, stateMachine.stateMachineArn]),
      ),
    };
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      stateMachineName: this.#name,
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(definition),
      definitionSubstitutions: Object.fromEntries(
        Object.entries(substitutions).filter(([key]) => definition.includes(`\${${key}}`)),
      ),
      role,
      tracingEnabled: true,
      logs: { destination: logGroup, level: LogLevel.ALL, includeExecutionData: false },
    });
    allow(
      role,
      ['lambda:InvokeFunction'],
      Object.values(functions).map((fn) => fn.functionArn),
    );
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray and log delivery have no resource-level permissions.',
    });
  }

  /** It reads datasets, or merges results into their table under the lease. */
  queries({ unloads }: { readonly unloads: boolean }): void {
    const { batchCountsTable } = this.#storage;
    allow(this.#role, ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'], [batchCountsTable.tableArn]);
    const own = unloads
      ? // The Map Run's results go below `runs/` too, in parts as what Athena unloads.
        { read: [PREFIXES.staged, PREFIXES.runs], unload: [PREFIXES.runs] }
      : { read: [PREFIXES.staged] };
    grantAthena(this.#role, this.#storage, { ...own, readsAnswers: false });
  }

  /** It reads the list of batches and keeps the Map Run's results. */
  readsBatches(): void {
    const results = `${PREFIXES.runs}*/map`;
    this.#storage.allowObjects(this.#role, ['s3:GetObject'], [`${PREFIXES.runs}*/rows/`, results]);
    const write = ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'];
    this.#storage.allowObjects(this.#role, write, [results]);
  }

  /** A Distributed Map starts its children as executions of its own state machine; agents are among them. */
  callsRows(agents: readonly string[]): void {
    allow(this.#role, ['states:StartExecution'], [this.#arn('stateMachine', this.#name)]);
    allow(
      this.#role,
      ['states:DescribeExecution', 'states:StopExecution', 'states:RedriveExecution'],
      [this.#arn('execution', `${this.#name}/*`)],
      'Children of this state machine have generated names.',
    );
    this.#mayWait();
    if (agents.length === 0) return;
    allow(this.#role, ['states:StartExecution'], [...agents], 'Named by whoever deploys.');
    allow(
      this.#role,
      ['states:DescribeExecution', 'states:StopExecution'],
      agentExecutions(agents),
      'Executions of the agents named by whoever deploys.',
    );
  }

  /** @param waits for its end (`startExecution.sync:2`) */
  starts({ stateMachine, executions }: RollcallStateMachine, { waits }: { readonly waits: boolean }): void {
    allow(this.#role, ['states:StartExecution'], [stateMachine.stateMachineArn]);
    if (!waits) return;
    const actions = ['states:DescribeExecution', 'states:StopExecution'];
    allow(this.#role, actions, [executions], 'Executions of our own state machine.');
  }

  get executions(): string {
    return this.#arn('execution', `${this.#name}:*`);
  }

  /** A rule tells Step Functions of the ends of other executions. A state machine that may not have it cannot even be created. */
  #mayWait(): void {
    const resourceName = 'StepFunctionsGetEventsForStepFunctionsExecutionRule';
    const rule = Stack.of(this).formatArn({ service: 'events', resource: 'rule', resourceName });
    allow(this.#role, ['events:PutTargets', 'events:PutRule', 'events:DescribeRule'], [rule]);
  }

  #arn(resource: string, resourceName: string): string {
    const arnFormat = ArnFormat.COLON_RESOURCE_NAME;
    return Stack.of(this).formatArn({ service: 'states', resource, resourceName, arnFormat });
  }
}
