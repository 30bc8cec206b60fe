import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { awsMetric, newMessagesIn, total, type Watched } from './run-metrics.ts';

/** Of the rows of five minutes, if there are enough to judge by. */
const ERROR_RATE_PERCENT = 25;
const ROWS_FOR_A_RATE = 20;

/** Alarms that need a person. All go to one topic. */
export class RollcallAlarms extends Construct {
  readonly topic: Topic;
  readonly #watched: Watched;

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    this.#watched = watched;
    const { suffix } = watched.settings;
    this.topic = new Topic(this, 'Topic', { topicName: `rollcall-alarms${suffix}`, enforceSSL: true });
    // The topic's own policy replaces the default one, by which CloudWatch could publish.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    this.#alarm(
      'FailedRuns',
      'failed-runs',
      failedRuns(watched),
      1,
      'A run failed, or its execution did. The run record says why: rollcall status ID.',
    );
    this.#alarm(
      'ErrorRate',
      'error-rate',
      errorRate(watched),
      ERROR_RATE_PERCENT,
      `${ERROR_RATE_PERCENT}% or more of at least ${ROWS_FOR_A_RATE} rows failed within five minutes.`,
    );
    this.#alarm(
      'BudgetHalts',
      'budget-halts',
      watched.metrics.sum('BudgetHalts', 'budget halts'),
      1,
      'A run spent its budget and was halted.',
    );
    const { api, traceAgents } = watched.settings;
    this.#queueAlarm(
      'DeadLetters',
      'row-dead-letters',
      'Rows exhausted their retries. Each message holds the execution input that retries its run.',
      'dead-letters',
    );
    this.#queueAlarm(
      'UnclosedRuns',
      'unclosed-runs',
      'A stopped run could not be closed. Each message names its execution; rollcall status ID closes the run.',
    );
    if (api || traceAgents) {
      this.#queueAlarm(
        'MonitorDeadLetters',
        'monitor-work-dead-letters',
        'Monitors failed five times on traces or threads. rollcall monitor backfill evaluates them again.',
      );
      this.#queueAlarm(
        'QuestionDeadLetters',
        'monitor-questions-dead-letters',
        'Monitors failed five times to ask their judges. rollcall monitor backfill asks them again.',
      );
    }
    if (traceAgents)
      this.#queueAlarm(
        'AgentEventDeadLetters',
        'agent-events-dead-letters',
        'Finished executions of agents did not become traces after five tries.',
      );
    if (api)
      this.#queueAlarm(
        'FailedRequests',
        'failed-requests',
        'A verdict or a deletion that the API accepted was not carried out. Send the request again.',
      );
  }

  /** An alarm for each message that comes into a dead-letter queue. */
  #queueAlarm(id: string, queue: string, description: string, name = queue): void {
    this.#alarm(id, name, newMessagesIn(queue, this.#watched), 1, description);
  }

  #alarm(id: string, name: string, metric: IMetric, threshold: number, alarmDescription: string): void {
    const alarm = new Alarm(this, id, {
      alarmName: `rollcall-${name}${this.#watched.settings.suffix}`,
      alarmDescription,
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
  }
}

/** The larger of both counts: a run can fail while its execution succeeds, and an execution without a run record. */
function failedRuns({ metrics, stateMachineArns }: Watched): MathExpression {
  const executions = ['ExecutionsFailed', 'ExecutionsTimedOut'].flatMap((name) =>
    stateMachineArns.map((StateMachineArn) => awsMetric('States', name, { StateMachineArn }, Stats.SUM, name)),
  );
  return new MathExpression({
    expression: 'MAX([runs, executions])',
    usingMetrics: { runs: metrics.sum('RunsFailed', 'runs'), executions: total(executions, 'executions', 'execution') },
    period: Duration.minutes(5),
    label: 'failed runs',
  });
}

function errorRate({ metrics }: Watched): MathExpression {
  return new MathExpression({
    expression: `IF(processed >= ${ROWS_FOR_A_RATE}, 100 * failed / processed, 0)`,
    usingMetrics: {
      processed: metrics.sum('RowsProcessed', 'processed'),
      failed: metrics.sum('RowsFailed', 'failed'),
    },
    period: Duration.minutes(5),
    label: 'failed rows (%)',
  });
}
