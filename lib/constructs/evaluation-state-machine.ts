import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArnFormat, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { DefinitionBody, LogLevel, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import { Construct } from 'constructs';
import { parse } from 'yaml';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { LEASE_SECONDS, RESULTS_LEASE } from '../../domain/run-records/table-lease.ts';
import { agentExecutions } from '../agent-executions.ts';
import { allow } from '../allow.ts';
import type { StorageStack } from '../stacks/storage-stack.ts';
import { grantAthena } from './athena-access.ts';

export interface EvaluationStateMachineProps {
  readonly suffix: string;
  readonly storage: StorageStack;
  /** By the name of their substitution in the ASL: `RunPlannerFunctionArn` … */
  readonly functions: Readonly<Record<string, IFunction>>;
  /** ARNs of the state machines it may run, patterns and versions included. */
  readonly agents: readonly string[];
}

/** `statemachines/evaluation.asl.yaml`, with the permissions its tasks need. */
export class EvaluationStateMachine extends Construct {
  readonly stateMachine: StateMachine;

  constructor(scope: Construct, id: string, props: EvaluationStateMachineProps) {
    super(scope, id);
    const { storage, functions } = props;
    const stack = Stack.of(this);
    const name = `rollcall-evaluation${props.suffix}`;
    const logGroup = new LogGroup(this, 'Logs', {
      // Step Functions may only write to groups whose names start like this.
      logGroupName: `/aws/vendedlogs/states/${name}`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('states.amazonaws.com') });
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      stateMachineName: name,
      stateMachineType: StateMachineType.STANDARD,
      definitionBody: DefinitionBody.fromString(definition()),
      definitionSubstitutions: {
        Partition: stack.partition,
        DataBucket: storage.bucket.bucketName,
        WorkGroup: storage.workGroupName,
        Database: storage.databaseName,
        BatchCountsTable: storage.batchCountsTable.tableName,
        LeaseId: RESULTS_LEASE.evaluation_id,
        LeaseBatch: RESULTS_LEASE.batch,
        LeaseSeconds: String(LEASE_SECONDS),
        ...Object.fromEntries(Object.entries(functions).map(([key, fn]) => [key, fn.functionArn])),
      },
      role,
      tracingEnabled: true,
      logs: { destination: logGroup, level: LogLevel.ALL, includeExecutionData: false },
    });

    allow(
      role,
      ['lambda:InvokeFunction'],
      Object.values(functions).map((fn) => fn.functionArn),
    );
    allow(role, ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'], [storage.batchCountsTable.tableArn]);
    // The Map Run's results go below `runs/` too, in parts as what Athena unloads.
    const own = { read: [PREFIXES.staged, PREFIXES.runs], unload: [PREFIXES.runs], readsAnswers: false };
    grantAthena(role, storage, own);
    // A Distributed Map starts its children as executions of its own state machine.
    const arn = (resource: string, resourceName: string) =>
      stack.formatArn({ service: 'states', resource, resourceName, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
    allow(role, ['states:StartExecution'], [arn('stateMachine', name)]);
    allow(
      role,
      ['states:DescribeExecution', 'states:StopExecution', 'states:RedriveExecution'],
      [arn('execution', `${name}/*`)],
      'Children of this state machine have generated names.',
    );
    // A run that asks judges is an execution of this state machine that another one waits for.
    allow(
      role,
      ['states:DescribeExecution', 'states:StopExecution'],
      [arn('execution', `${name}:*`)],
      'Executions of this state machine.',
    );
    this.#allowAgents(role, props.agents);
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray and log delivery have no resource-level permissions.',
    });
  }

  /** What AWS asks of a role whose tasks wait for executions of other state machines (`startExecution.sync:2`). */
  #allowAgents(role: Role, agents: readonly string[]): void {
    // The rule tells Step Functions of their ends. A state machine that may not have it cannot even be created.
    const resourceName = 'StepFunctionsGetEventsForStepFunctionsExecutionRule';
    const rule = Stack.of(this).formatArn({ service: 'events', resource: 'rule', resourceName });
    allow(role, ['events:PutTargets', 'events:PutRule', 'events:DescribeRule'], [rule]);
    if (agents.length === 0) return;
    allow(role, ['states:StartExecution'], [...agents], 'Named by whoever deploys.');
    allow(
      role,
      ['states:DescribeExecution', 'states:StopExecution'],
      agentExecutions(agents),
      'Executions of the agents named by whoever deploys.',
    );
  }
}

/** YAML for people, JSON for AWS. Anchors are resolved; comments stay behind. */
function definition(): string {
  return JSON.stringify(
    parse(readFileSync(join(import.meta.dirname, '../../statemachines/evaluation.asl.yaml'), 'utf8')),
  );
}
