import { ArnFormat, CfnOutput, Duration, type Environment, Stack, Token } from 'aws-cdk-lib';
import { AttributeType, ProjectionType, type Table } from 'aws-cdk-lib/aws-dynamodb';
import { EventField, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { MONITORS_ASK, type MonitorMessage } from '../../contracts/monitor-message.ts';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { BY_TIME } from '../../core/threads/trace-keys.ts';
import { agentExecutions, groupsForRules } from '../agent-executions.ts';
import { allow } from '../allow.ts';
import { grantAthena } from '../constructs/athena-access.ts';
import { KeptTable } from '../constructs/kept-table.ts';
import { RollcallFunction } from '../constructs/rollcall-function.ts';
import { WorkQueue } from '../constructs/work-queue.ts';
import type { Settings } from '../settings.ts';
import type { OrchestrationStack } from './orchestration-stack.ts';
import type { StorageStack } from './storage-stack.ts';

export interface TracesStackProps {
  /** Default: what the command line of CDK says */
  readonly env?: Environment;
  readonly settings: Settings;
  readonly storage: StorageStack;
  readonly orchestration: OrchestrationStack;
}

/** Of one batch of messages; six times as long they are hidden from others, as AWS recommends. */
const RUNNER_SECONDS = 60;
const COLLECTOR_SECONDS = 120;
/** So long questions for judges are collected, to be asked together. */
const QUESTIONS_SECONDS = 2;

/**
 * Traces, threads and monitors. The tables and the queues are always there, so that switching `api` or `traceAgents` off
 * takes nothing away from a stack that still uses them. The functions come with either switch.
 */
export class TracesStack extends Stack {
  readonly #settings: Settings;
  readonly #storage: StorageStack;
  readonly #traces: Table;
  readonly #monitors: Table;
  readonly #results: Table;
  readonly #queue: WorkQueue;
  readonly #questions: WorkQueue;

  constructor(scope: Construct, id: string, { env, settings, storage, orchestration }: TracesStackProps) {
    super(scope, id, { env, stackName: id, description: 'Rollcall: traces, threads and monitors' });
    this.#settings = settings;
    this.#storage = storage;
    const text = (name: string) => ({ name, type: AttributeType.STRING });
    const expiring = { timeToLiveAttribute: 'expires_at' };
    this.#traces = new KeptTable(this, 'Traces', {
      partitionKey: text('thread'),
      sortKey: text('turn'),
      ...expiring,
    });
    this.#traces.addGlobalSecondaryIndex({
      indexName: BY_TIME,
      partitionKey: text('listing'),
      sortKey: text('listed_at'),
      projectionType: ProjectionType.INCLUDE,
      nonKeyAttributes: ['thread_id', 'trace_id', 'turns', 'seq', 'changed_at', 'first_started_at', 'last_started_at'],
    });
    this.#monitors = new KeptTable(this, 'Monitors', { partitionKey: text('tenant'), sortKey: text('monitor') });
    this.#results = new KeptTable(this, 'MonitorResults', {
      partitionKey: text('monitor'),
      sortKey: text('result'),
      ...expiring,
    });
    const queue = { suffix: settings.suffix, visibilityTimeout: Duration.seconds(6 * RUNNER_SECONDS) };
    this.#queue = new WorkQueue(this, 'MonitorWork', { ...queue, name: 'monitor-work' });
    this.#questions = new WorkQueue(this, 'MonitorQuestions', { ...queue, name: 'monitor-questions' });
    for (const value of [this.#queue.queueUrl, this.#queue.queueArn]) this.exportValue(value);
    if (settings.api || settings.traceAgents) this.#watch(orchestration);
    this.addStackDependency(orchestration);
  }

  /** Evaluates traces and threads, and collects the traces of agents when asked to. */
  #watch(orchestration: OrchestrationStack): void {
    const settings = this.#settings;
    const runner = new RollcallFunction(this, 'MonitorRunner', {
      name: 'monitor-runner',
      description: 'Evaluates traces and threads as they come in',
      suffix: settings.suffix,
      timeout: Duration.seconds(RUNNER_SECONDS),
      memorySize: 1024,
      environment: { ...orchestration.functionEnvironment, POWERTOOLS_SERVICE_NAME: 'monitor-runner' },
    });
    this.#connect(runner);
    this.#allowEvaluating(runner);
    this.#letAsk(runner, orchestration);
    this.#queue.feeds(runner, { batchSize: 10, atOnce: 10 });
    allow(runner.role, ['dynamodb:GetItem', 'dynamodb:PutItem'], [this.#results.tableArn]);
    this.#storage.allowObjects(runner.role, ['s3:PutObject'], [PREFIXES.monitorResults]);
    this.#load(orchestration);
    if (settings.traceAgents) this.#collect(orchestration);

    for (const [name, value] of Object.entries({
      TracesTableName: this.#traces.tableName,
      TraceDays: String(settings.traceDays),
      MonitorsTableName: this.#monitors.tableName,
      MonitorResultsTableName: this.#results.tableName,
      MonitorQueueUrl: this.#queue.queueUrl,
      AlarmTopicArn: this.#alarmTopicArn(),
    })) {
      new CfnOutput(this, name, { value });
    }
  }

  /**
   * Judges are asked by runs of our own: their questions and records are written here, their answers read from the logs.
   * Questions are collected for a moment, and the end of a run is an event, so nothing polls.
   */
  #letAsk(runner: RollcallFunction, { batchJobName }: OrchestrationStack): void {
    const { role } = runner;
    const { runsTable, targetsTable, bucketArn } = this.#storage;
    const machine = { service: 'states', resource: 'stateMachine', arnFormat: ArnFormat.COLON_RESOURCE_NAME };
    const stateMachineArn = this.formatArn({ ...machine, resourceName: batchJobName });
    runner.addEnvironment('BATCH_JOB_STATE_MACHINE_ARN', stateMachineArn);
    allow(role, ['states:StartExecution'], [stateMachineArn]);
    // A run whose execution was stopped is resumed.
    const control = { service: 'lambda', resource: 'function', arnFormat: ArnFormat.COLON_RESOURCE_NAME };
    const controlArn = this.formatArn({ ...control, resourceName: `rollcall-run-control${this.#settings.suffix}` });
    runner.addEnvironment('RUN_CONTROL_FUNCTION_ARN', controlArn);
    allow(role, ['lambda:InvokeFunction'], [controlArn]);
    allow(role, ['dynamodb:GetItem', 'dynamodb:PutItem'], [runsTable.tableArn]);
    allow(role, ['dynamodb:GetItem'], [targetsTable.tableArn]);
    allow(role, ['dynamodb:Query', 'dynamodb:DeleteItem'], [this.#results.tableArn]);
    allow(role, ['s3:ListBucket'], [bucketArn]);
    this.#storage.allowObjects(role, ['s3:PutObject'], [`${PREFIXES.runs}*/rows/`]);
    this.#storage.allowObjects(role, ['s3:GetObject'], [PREFIXES.staged]);
    const questions = this.#questions;
    runner.addEnvironment('QUESTIONS_QUEUE_URL', questions.queueUrl);
    allow(role, ['sqs:SendMessage'], [questions.queueArn]);
    // The fewer collect at the same time, the larger are the batches.
    questions.feeds(runner, { batchSize: 100, atOnce: 2, window: Duration.seconds(QUESTIONS_SECONDS) });
    new Rule(this, 'AnswersOfJudges', {
      description: 'Ends of the runs in which monitors ask judges',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: {
          stateMachineArn: [stateMachineArn],
          status: ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'],
          name: [{ prefix: MONITORS_ASK }, { wildcard: `*..${MONITORS_ASK}*` }],
        },
      },
      targets: [messageTo(this.#queue, { kind: 'answered', execution: EventField.fromPath('$.detail.name') })],
    });
    new Rule(this, 'SweepQuestions', {
      description: 'Finds evaluations that wait for a run of judges whose end was not announced',
      schedule: Schedule.rate(Duration.minutes(15)),
      targets: [messageTo(this.#queue, { kind: 'sweep' })],
    });
  }

  /** Moves results into their Iceberg table, from time to time: each commit of a table makes files. */
  #load(orchestration: OrchestrationStack): void {
    const fn = new RollcallFunction(this, 'MonitorLoader', {
      name: 'monitor-loader',
      description: 'Loads the results of monitors into their table',
      suffix: this.#settings.suffix,
      timeout: Duration.minutes(15),
      environment: { ...orchestration.functionEnvironment, POWERTOOLS_SERVICE_NAME: 'monitor-loader' },
    });
    grantAthena(fn.role, this.#storage, { read: [PREFIXES.monitorResults], readsAnswers: false });
    this.#storage.allowObjects(fn.role, ['s3:DeleteObject'], [PREFIXES.monitorResults]);
    allow(fn.role, ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'], [this.#storage.batchCountsTable.tableArn]);
    new Rule(this, 'LoadResults', {
      description: 'Loads the results of monitors into their table',
      schedule: Schedule.rate(Duration.minutes(15)),
      targets: [new LambdaFunction(fn)],
    });
  }

  /** Makes traces of what the agents named at deployment have done, without a change to them. */
  #collect(orchestration: OrchestrationStack): void {
    const { suffix } = this.#settings;
    // Whose an execution is cannot be told where an agent belongs to some tenants only.
    const agents = this.#settings.agents.filter(({ tenants }) => !tenants).map(({ arn }) => machineOf(arn));
    if (agents.length === 0) return;
    const events = new WorkQueue(this, 'AgentEvents', {
      name: 'agent-events',
      suffix,
      visibilityTimeout: Duration.seconds(6 * COLLECTOR_SECONDS),
    });
    const fn = new RollcallFunction(this, 'TraceCollector', {
      name: 'trace-collector',
      description: 'Makes traces of finished executions of agents',
      suffix,
      timeout: Duration.seconds(COLLECTOR_SECONDS),
      environment: {
        ...orchestration.functionEnvironment,
        POWERTOOLS_SERVICE_NAME: 'trace-collector',
        OWN_MACHINES: orchestration.stateMachineNames.join(','),
        ...(this.#settings.traceThreadId && { TRACE_THREAD_ID: this.#settings.traceThreadId }),
      },
    });
    this.#connect(fn);
    this.#allowTaking(fn);
    events.feeds(fn, { batchSize: 10, atOnce: 2 });
    const why = 'Executions of the agents named by whoever deploys.';
    allow(fn.role, ['states:DescribeExecution'], agentExecutions(agents), why);
    allow(fn.role, ['states:ListExecutions'], agents, 'Named by whoever deploys.');
    for (const [index, group] of groupsForRules(agents).entries()) {
      new Rule(this, numbered('FinishedAgents', index), {
        description: 'Finished executions of agents, for their traces; those of Rollcall itself are left out',
        eventPattern: {
          source: ['aws.states'],
          detailType: ['Step Functions Execution Status Change'],
          detail: {
            stateMachineArn: group.map((arn) => (arn.includes('*') ? { wildcard: arn } : arn)),
            status: ['SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'],
            name: [{ 'anything-but': { prefix: 'rc-' } }],
          },
        },
        targets: [new SqsQueue(events)],
      });
    }
    // Only an agent that is named whole can be asked for its executions.
    const whole = agents.filter((arn) => !/[*?]/.test(arn));
    for (const [index, group] of groupsForRules(whole).entries()) {
      new Rule(this, numbered('SweepAgents', index), {
        description: 'Finds executions of agents whose event never came',
        schedule: Schedule.rate(Duration.hours(1)),
        targets: [new LambdaFunction(fn, { event: RuleTargetInput.fromObject({ agents: group }) })],
      });
    }
  }

  /** The topic of the stack of alarms, by its name: nothing depends on that stack. */
  #alarmTopicArn(): string {
    return this.formatArn({ service: 'sns', resource: `rollcall-alarms${this.#settings.suffix}` });
  }

  /** Lets a function set monitors up, with the alarms that are asked for. */
  allowAlarms(fn: RollcallFunction): void {
    const alarms = this.formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: `rollcall-monitor-*${this.#settings.suffix}`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    allow(fn.role, ['cloudwatch:PutMetricAlarm', 'cloudwatch:DeleteAlarms'], [alarms], 'One alarm a monitor.');
  }

  /** Lets a function take traces in, show them, and set monitors up and try them. */
  allow(fn: RollcallFunction): void {
    this.#connect(fn);
    this.#allowTaking(fn);
    this.#allowEvaluating(fn);
    const { role } = fn;
    allow(role, ['dynamodb:Query'], [`${this.#traces.tableArn}/index/${BY_TIME}`, this.#results.tableArn]);
    allow(role, ['dynamodb:PutItem', 'dynamodb:DeleteItem'], [this.#monitors.tableArn]);
    // Monitors are tried with their judges: each question is claimed, so that nobody pays for it twice.
    allow(role, ['dynamodb:GetItem', 'dynamodb:PutItem'], [this.#results.tableArn]);
  }

  /** Lets a function take traces in. */
  #allowTaking({ role }: RollcallFunction): void {
    const change = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'];
    allow(role, ['dynamodb:BatchGetItem', ...change], [this.#traces.tableArn]);
  }

  /** Lets a function read traces and monitors, to evaluate them. */
  #allowEvaluating({ role }: RollcallFunction): void {
    allow(role, ['dynamodb:Query'], [this.#traces.tableArn]);
    allow(role, ['dynamodb:GetItem', 'dynamodb:Query'], [this.#monitors.tableArn]);
    this.#storage.allowObjects(role, ['s3:GetObject'], [PREFIXES.traces]);
  }

  /** What all of them do: look for a trace, send to the monitors, and keep large texts in S3. */
  #connect(fn: RollcallFunction): void {
    fn.addEnvironment('TRACES_TABLE', this.#traces.tableName);
    fn.addEnvironment('TRACE_DAYS', String(this.#settings.traceDays));
    fn.addEnvironment('MONITORS_TABLE', this.#monitors.tableName);
    fn.addEnvironment('MONITOR_RESULTS_TABLE', this.#results.tableName);
    fn.addEnvironment('MONITOR_QUEUE_URL', this.#queue.queueUrl);
    fn.addEnvironment('ALARM_TOPIC_ARN', this.#alarmTopicArn());
    const { role } = fn;
    allow(role, ['dynamodb:GetItem'], [this.#traces.tableArn]);
    allow(role, ['sqs:SendMessage'], [this.#queue.queueArn]);
    // What a judge is being asked about is kept beside the large texts of traces.
    this.#storage.allowObjects(role, ['s3:PutObject'], [PREFIXES.traces]);
  }
}

const messageTo = (queue: WorkQueue, message: MonitorMessage): SqsQueue =>
  new SqsQueue(queue, { message: RuleTargetInput.fromObject(message) });

/** The first one has the name that it has always had. */
const numbered = (id: string, index: number): string => (index === 0 ? id : `${id}${index + 1}`);

/** An agent may be named by a version or alias; events and lists name the machine. */
const machineOf = (arn: string): string => (Token.isUnresolved(arn) ? arn : arn.split(':').slice(0, 7).join(':'));
