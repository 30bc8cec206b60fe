import { ArnFormat, CfnOutput, Duration, type Environment, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { PREFIXES } from '../../contracts/storage-keys.ts';
import { stateMachineOf } from '../../core/row-identity.ts';
import { agentExecutions } from '../agent-executions.ts';
import { allow } from '../allow.ts';
import { AddedColumns } from '../constructs/added-columns.ts';
import { grantAthena } from '../constructs/athena-access.ts';
import { DeadLetterQueue } from '../constructs/dead-letter-queue.ts';
import { RollcallFunction } from '../constructs/rollcall-function.ts';
import { RollcallStateMachine } from '../constructs/rollcall-state-machine.ts';
import { RowDeadLetterQueue } from '../constructs/row-dead-letter-queue.ts';
import { TableOptimizers } from '../constructs/table-optimizers.ts';
import type { Settings } from '../settings.ts';
import { secretsOf, writeBindings } from '../target-bindings.ts';
import type { StorageStack } from './storage-stack.ts';

export interface OrchestrationStackProps {
  /** Default: what the command line of CDK says */
  readonly env?: Environment;
  readonly settings: Settings;
  readonly storage: StorageStack;
}

/** What runs: functions, the state machines, and the rule that closes a run stopped from outside. */
export class OrchestrationStack extends Stack {
  /** Names, not references: a stack that watches these must not keep them from being replaced. */
  readonly functionNames: string[] = [];
  readonly evaluationName: string;
  readonly batchJobName: string;
  /** Names of all state machines. */
  readonly stateMachineNames: readonly string[];
  readonly stateMachine: StateMachine;
  readonly notifications: Topic;
  readonly #settings: Settings;
  readonly #storage: StorageStack;
  #addedColumns?: AddedColumns;
  /** What every function is told about the installation. */
  readonly functionEnvironment: Readonly<Record<string, string>>;
  /** What those who call targets, or keep configurations of them, are told besides. */
  readonly targetBindings: string;

  constructor(scope: Construct, id: string, { env, settings, storage }: OrchestrationStackProps) {
    super(scope, id, {
      env,
      stackName: id,
      description: 'Rollcall: runs every row of a dataset through endpoint, agent or tool',
    });
    this.#settings = settings;
    this.#storage = storage;
    const topic = new Topic(this, 'Notifications', { topicName: `rollcall-runs${settings.suffix}`, enforceSSL: true });
    this.notifications = topic;
    this.functionEnvironment = {
      STAGE: settings.stage,
      DATA_BUCKET: storage.bucket.bucketName,
      RUNS_TABLE: storage.runsTable.tableName,
      BATCH_COUNTS_TABLE: storage.batchCountsTable.tableName,
      CONFIGS_TABLE: storage.configsTable.tableName,
      TARGETS_TABLE: storage.targetsTable.tableName,
      WORKGROUP: storage.workGroupName,
      CATALOG: storage.catalogName,
      DATABASE: storage.databaseName,
      JOBS_AT_ONCE: String(settings.jobsAtOnce),
    };

    this.targetBindings = writeBindings(this, settings);
    this.evaluationName = `rollcall-evaluation${settings.suffix}`;
    this.batchJobName = `rollcall-batch-job${settings.suffix}`;
    this.stateMachineNames = [this.evaluationName, this.batchJobName, `rollcall-load-results${settings.suffix}`];
    const deadLetters = new RowDeadLetterQueue(this, 'RowDeadLetters', `rollcall-row-dead-letters${settings.suffix}`);

    this.#addedColumns = new AddedColumns(this, 'AddedColumns', { adder: this.#columnAdder(), storage, settings });
    if (settings.tables === 'glue')
      new TableOptimizers(this, 'TableOptimizers', storage, settings).node.addDependency(this.#addedColumns);
    const planner = this.#planner();
    const splitter = this.#splitter();
    const scorer = this.#scorer();
    const summarizer = this.#summarizer(topic);
    const exporter = this.#exporter();
    const endpointCaller = this.#caller('EndpointCaller', 'endpoint-caller', 'Calls an HTTP endpoint for one row');
    endpointCaller.addEnvironment('ALLOW_LOOPBACK', String(settings.allowLoopback));
    const agentCaller = this.#caller('AgentCaller', 'agent-caller', 'Runs a Step Functions agent for one row');
    const toolCaller = this.#caller('ToolCaller', 'tool-caller', 'Invokes a Lambda tool for one row');
    const failureRecorder = this.#caller('FailureRecorder', 'failure-recorder', 'Settles a row whose caller failed');
    const rowSweeper = this.#caller('RowSweeper', 'row-sweeper', 'Settles rows that a failed child left behind');
    // Rows of agents are counted together, and leave a mark each.
    for (const { role } of [agentCaller, rowSweeper]) {
      allow(role, ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'], [storage.batchCountsTable.tableArn]);
    }
    // What is known of bulk jobs, and their results.
    const jobActions = ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'];
    storage.allowObjects(endpointCaller.role, jobActions, [`${PREFIXES.runs}*/bulk-jobs/`]);
    this.#allowTargets(endpointCaller, agentCaller, toolCaller);
    this.#allowAgents(planner, [agentCaller, rowSweeper]);
    for (const caller of [endpointCaller, agentCaller, toolCaller, failureRecorder, rowSweeper])
      deadLetters.filledBy(caller);

    const machine = { suffix: settings.suffix, storage };
    const ofAnyRun = { RunPlannerFunctionArn: planner, RunSummarizerFunctionArn: summarizer };
    const callers = {
      EndpointCallerFunctionArn: endpointCaller,
      AgentCallerFunctionArn: agentCaller,
      ToolCallerFunctionArn: toolCaller,
      FailureRecorderFunctionArn: failureRecorder,
      RowSweeperFunctionArn: rowSweeper,
    };
    const loadResults = new RollcallStateMachine(this, 'LoadResults', {
      ...machine,
      name: 'load-results',
      functions: ofAnyRun,
    });
    loadResults.queries({ unloads: false });
    const batchJob = new RollcallStateMachine(this, 'BatchJob', {
      ...machine,
      name: 'batch-job',
      functions: { ...ofAnyRun, ...callers },
      starts: { LoadResultsStateMachineArn: loadResults },
    });
    batchJob.readsBatches();
    batchJob.callsRows(this.#agentArns);
    batchJob.starts(loadResults, { waits: false });
    const evaluation = new RollcallStateMachine(this, 'Evaluation', {
      ...machine,
      name: 'evaluation',
      functions: {
        ...ofAnyRun,
        ...callers,
        RowSplitterFunctionArn: splitter,
        RowScorerFunctionArn: scorer,
        ResultsExporterFunctionArn: exporter,
      },
      starts: { BatchJobStateMachineArn: batchJob },
    });
    evaluation.queries({ unloads: true });
    evaluation.callsRows(this.#agentArns);
    // Judges are asked in a batch job that a run waits for.
    evaluation.starts(batchJob, { waits: true });
    const { stateMachine } = evaluation;

    this.stateMachine = stateMachine;
    // Events about stopped runs that were not delivered, or that the summarizer failed on: these runs are still open.
    const unclosed = new DeadLetterQueue(this, 'UnclosedRuns', `rollcall-unclosed-runs${settings.suffix}`);
    summarizer.sendFailuresTo(unclosed);
    // A run that was stopped, timed out or failed from outside still gets its rows loaded and its record closed.
    new Rule(this, 'StoppedRuns', {
      description: 'Closes Rollcall runs whose execution was stopped from outside',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: {
          stateMachineArn: [evaluation, batchJob].map((one) => one.stateMachine.stateMachineArn),
          status: ['ABORTED', 'TIMED_OUT', 'FAILED'],
        },
      },
      targets: [new LambdaFunction(summarizer, { retryAttempts: 4, deadLetterQueue: unclosed })],
    });

    const control = this.#control(summarizer);

    for (const [name, value] of Object.entries({
      EvaluationStateMachineArn: stateMachine.stateMachineArn,
      BatchJobStateMachineArn: batchJob.stateMachine.stateMachineArn,
      LoadResultsStateMachineArn: loadResults.stateMachine.stateMachineArn,
      ResultsExporterFunctionArn: exporter.functionArn,
      RunControlFunctionArn: control.functionArn,
      NotificationTopicArn: topic.topicArn,
      RowDeadLetterQueueUrl: deadLetters.queueUrl,
      FunctionLogGroupNames: this.functionNames.map((name) => `/aws/lambda/${name}`).join(','),
      StageName: settings.stage,
      JobsAtOnce: String(settings.jobsAtOnce),
    })) {
      new CfnOutput(this, name, { value });
    }
  }

  get #agentArns(): string[] {
    return this.#settings.agents.map(({ arn }) => arn);
  }

  #function(id: string, name: string, description: string, timeout: Duration, memorySize?: number): RollcallFunction {
    this.functionNames.push(`rollcall-${name}${this.#settings.suffix}`);
    const fn = new RollcallFunction(this, id, {
      name,
      description,
      suffix: this.#settings.suffix,
      timeout,
      memorySize,
      environment: { ...this.functionEnvironment, POWERTOOLS_SERVICE_NAME: name },
    });
    if (this.#addedColumns) fn.node.addDependency(this.#addedColumns);
    return fn;
  }

  #columnAdder(): RollcallFunction {
    const fn = this.#function(
      'ColumnAdder',
      'column-adder',
      'Creates tables, and adds the columns of this version to them',
      Duration.minutes(15),
    );
    // It queries every table once, to find out whether that may be done.
    const { staged, scores, monitorResults } = PREFIXES;
    const creates = this.#settings.tableCreation === 'athena';
    grantAthena(fn.role, this.#storage, { read: [staged, scores, monitorResults], creates });
    return fn;
  }

  #planner(): RollcallFunction {
    const fn = this.#function('RunPlanner', 'run-planner', 'Checks a run’s input and plans it', Duration.minutes(10));
    grantAthena(fn.role, this.#storage, { read: [PREFIXES.staged, PREFIXES.datasets], queriesOnly: true });
    allow(fn.role, ['dynamodb:GetItem', 'dynamodb:PutItem'], [this.#storage.runsTable.tableArn]);
    allow(fn.role, ['dynamodb:PutItem', 'dynamodb:Query'], [this.#storage.batchCountsTable.tableArn]);
    allow(fn.role, ['dynamodb:GetItem'], [this.#storage.configsTable.tableArn, this.#storage.targetsTable.tableArn]);
    // A batch job's items are dealt out by the planner itself.
    const actions = ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'];
    this.#storage.allowObjects(fn.role, actions, [`${PREFIXES.runs}*/rows/`]);
    this.#allowDescribing(fn);
    return fn;
  }

  #allowDescribing(fn: RollcallFunction): void {
    allow(
      fn.role,
      ['states:DescribeExecution'],
      this.#runs.map((name) => this.#states('execution', `${name}:*`)),
      'Executions of our own state machines.',
    );
  }

  /** State machines whose executions are runs. */
  get #runs(): string[] {
    return [this.evaluationName, this.batchJobName];
  }

  /** Reads what was unloaded of a dataset, and writes it in row order beside it. */
  #splitter(): RollcallFunction {
    const fn = this.#function(
      'RowSplitter',
      'row-splitter',
      'Puts a run’s rows in order and deals them into batches',
      Duration.minutes(15),
      // One whole processor: it unpacks and copies every byte. Files that Athena left out of order are sorted in memory.
      1769,
    );
    this.#storage.allowObjects(fn.role, ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'], [PREFIXES.runs]);
    allow(fn.role, ['s3:ListBucket'], [this.#storage.bucketArn]);
    return fn;
  }

  /** Reads answers from the results table, and writes their scores there. */
  #scorer(): RollcallFunction {
    const fn = this.#function(
      'RowScorer',
      'row-scorer',
      'Scores a run’s answers by its evaluators',
      Duration.minutes(15),
      // One whole processor: evaluators compute.
      1769,
    );
    const answers = `${PREFIXES.runs}*/scoring/`;
    // Judges and functions are asked in batch jobs, which are opened here and carried out by the state machine.
    const asked = [`${PREFIXES.runs}*/rows/`, PREFIXES.replies];
    const read = [PREFIXES.staged, answers, PREFIXES.scores, ...asked];
    grantAthena(fn.role, this.#storage, { read, unload: [answers] });
    this.#storage.allowObjects(fn.role, ['s3:PutObject'], [PREFIXES.scores, ...asked]);
    fn.addEnvironment('BATCH_JOB_STATE_MACHINE_ARN', this.#states('stateMachine', this.batchJobName));
    allow(fn.role, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], [this.#storage.runsTable.tableArn]);
    allow(fn.role, ['dynamodb:GetItem'], [this.#storage.targetsTable.tableArn]);
    allow(
      fn.role,
      ['dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      [this.#storage.batchCountsTable.tableArn],
    );
    return fn;
  }

  #summarizer(topic: Topic): RollcallFunction {
    const fn = this.#function(
      'RunSummarizer',
      'run-summarizer',
      'Computes a run’s figures and closes it',
      Duration.minutes(15),
      // One whole processor: it reads every row of the index.
      1769,
    );
    grantAthena(fn.role, this.#storage, { read: [PREFIXES.staged] });
    allow(fn.role, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], [this.#storage.runsTable.tableArn]);
    allow(
      fn.role,
      ['dynamodb:Query', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      [this.#storage.batchCountsTable.tableArn],
    );
    this.#storage.allowObjects(fn.role, ['s3:PutObject'], [PREFIXES.rowIndex]);
    // The end of a batch job is the beginning of the next one in line.
    this.#allowJobs(fn);
    // Runs that were stopped from outside never reach the state machine's Notify.
    fn.addEnvironment('NOTIFICATION_TOPIC_ARN', topic.topicArn);
    allow(fn.role, ['sns:Publish'], [topic.topicArn]);
    return fn;
  }

  /** Reads the tables, keeps pieces below the run's own prefix for a while, and writes below `exports/`. */
  #exporter(): RollcallFunction {
    const fn = this.#function(
      'ResultsExporter',
      'results-exporter',
      'Makes one file of a run’s results',
      Duration.minutes(15),
      // One whole processor: it hashes and copies every byte. Memory stays far below.
      1769,
    );
    const pieces = `${PREFIXES.runs}*/export/`;
    grantAthena(fn.role, this.#storage, {
      read: [PREFIXES.staged, PREFIXES.datasets, pieces, PREFIXES.exports],
      unload: [pieces],
      queriesOnly: true,
    });
    this.#storage.allowObjects(fn.role, ['s3:PutObject', 's3:AbortMultipartUpload'], [PREFIXES.exports]);
    this.#storage.allowObjects(fn.role, ['s3:DeleteObject'], [pieces]);
    allow(fn.role, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], [this.#storage.runsTable.tableArn]);
    allow(fn.role, ['dynamodb:Query'], [this.#storage.batchCountsTable.tableArn]);
    this.#allowDescribing(fn);
    return fn;
  }

  #control(summarizer: RollcallFunction): RollcallFunction {
    const fn = this.#function(
      'RunControl',
      'run-control',
      'Pauses, resumes, cancels and retries runs',
      Duration.minutes(1),
    );
    // The event of a stopped execution may not come: whoever finds its run open has it closed.
    fn.addEnvironment('RUN_SUMMARIZER_FUNCTION_ARN', summarizer.functionArn);
    allow(fn.role, ['lambda:InvokeFunction'], [summarizer.functionArn]);
    const evaluation = this.#states('stateMachine', this.evaluationName);
    fn.addEnvironment('EVALUATION_STATE_MACHINE_ARN', evaluation);
    fn.addEnvironment('BATCH_JOB_STATE_MACHINE_ARN', this.#states('stateMachine', this.batchJobName));
    allow(fn.role, ['states:StartExecution'], [evaluation]);
    allow(fn.role, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], [this.#storage.runsTable.tableArn]);
    allow(fn.role, ['dynamodb:Query'], [this.#storage.batchCountsTable.tableArn]);
    this.#allowJobs(fn);
    allow(
      fn.role,
      ['states:DescribeExecution', 'states:ListMapRuns'],
      this.#runs.map((name) => this.#states('execution', `${name}:*`)),
      'Executions of our own state machines.',
    );
    allow(
      fn.role,
      ['states:DescribeMapRun', 'states:UpdateMapRun'],
      this.#runs.map((name) => this.#states('mapRun', `${name}/*`)),
      'Map Runs of our own state machines.',
    );
    // `cancel` with `now` stops the agents a run has in flight, by the names in its logs.
    const agents = this.#agentArns;
    if (agents.length > 0) {
      this.#storage.allowObjects(fn.role, ['s3:GetObject'], [PREFIXES.staged]);
      allow(fn.role, ['s3:ListBucket'], [this.#storage.bucketArn]);
      const why = 'Executions of the agents named by whoever deploys.';
      allow(fn.role, ['states:StopExecution'], agentExecutions(agents), why);
    }
    return fn;
  }

  /** Keeps the line of batch jobs, and starts those whose turn it is. */
  #allowJobs(fn: RollcallFunction): void {
    allow(fn.role, ['states:StartExecution'], [this.#states('stateMachine', this.batchJobName)]);
    allow(fn.role, ['dynamodb:GetItem', 'dynamodb:PutItem'], [this.#storage.batchCountsTable.tableArn]);
  }

  /** A caller reads the run record and its rows, keeps the batch's log, and counts. */
  #caller(id: string, name: string, description: string): RollcallFunction {
    // Two dozen rows side by side, eight of them with answers of 5 MB, and half a processor to work on them.
    const fn = this.#function(id, name, description, Duration.minutes(15), 1024);
    const { bucketArn, runsTable, batchCountsTable, rateLimitsTable } = this.#storage;
    fn.addEnvironment('TARGET_BINDINGS', this.targetBindings);
    fn.addEnvironment('RATE_LIMITS_TABLE', rateLimitsTable.tableName);
    this.#storage.allowObjects(fn.role, ['s3:GetObject', 's3:PutObject'], [PREFIXES.staged]);
    this.#storage.allowObjects(fn.role, ['s3:GetObject'], [`${PREFIXES.runs}*/rows/`]);
    // Without it S3 answers 403, not 404, for an entry of the log that is not there yet.
    allow(fn.role, ['s3:ListBucket'], [bucketArn]);
    allow(fn.role, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], [runsTable.tableArn]);
    allow(fn.role, ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:Query'], [batchCountsTable.tableArn]);
    return fn;
  }

  /** Only the targets named at deployment can be called, at the pace of their limits. */
  #allowTargets(endpointCaller: RollcallFunction, agentCaller: RollcallFunction, toolCaller: RollcallFunction): void {
    const agents = this.#agentArns;
    const tools = this.#settings.tools.map(({ arn }) => arn);
    const secrets = secretsOf(this.#settings).map(({ arn }) => arn);
    const { secretKeys: keys } = this.#settings;
    const why = 'Named by whoever deploys.';
    for (const { role } of [endpointCaller, agentCaller, toolCaller]) {
      allow(role, ['dynamodb:GetItem', 'dynamodb:PutItem'], [this.#storage.rateLimitsTable.tableArn]);
    }
    if (agents.length > 0) {
      // In a run Step Functions starts the STANDARD ones; a single call and EXPRESS ones are left to the function.
      allow(agentCaller.role, ['states:StartExecution', 'states:StartSyncExecution'], agents, why);
    }
    if (tools.length > 0) allow(toolCaller.role, ['lambda:InvokeFunction'], tools, why);
    if (secrets.length > 0) allow(endpointCaller.role, ['secretsmanager:GetSecretValue'], secrets, why);
    if (keys.length > 0) allow(endpointCaller.role, ['kms:Decrypt'], keys, why);
  }

  /** The planner asks what kind of agent it is; those who settle rows look at executions, and stop what is late. */
  #allowAgents(planner: RollcallFunction, settlers: readonly RollcallFunction[]): void {
    const agents = this.#agentArns;
    if (agents.length === 0) return;
    allow(planner.role, ['states:DescribeStateMachine'], agents.map(stateMachineOf), 'Named by whoever deploys.');
    for (const { role } of settlers) {
      allow(
        role,
        ['states:DescribeExecution', 'states:StopExecution', 'states:GetExecutionHistory'],
        agentExecutions(agents),
        'Executions of the agents named by whoever deploys.',
      );
    }
  }

  #states(resource: string, resourceName: string): string {
    return this.formatArn({ service: 'states', resource, resourceName, arnFormat: ArnFormat.COLON_RESOURCE_NAME });
  }
}
