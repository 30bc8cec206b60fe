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
import { awsMetric, deadLetters, total, unclosedRuns, type Watched } from './run-metrics.ts';

/** A quarter of the rows of five minutes, when there were enough of them to say so. */
const ERROR_RATE_PERCENT = 25;
const ROWS_FOR_A_RATE = 20;

/** What somebody should look at; all go to one topic. */
export class RollcallAlarms extends Construct {
  readonly topic: Topic;
  readonly #suffix: string;

  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id);
    this.#suffix = watched.suffix;
    this.topic = new Topic(this, 'Topic', { topicName: `rollcall-alarms${watched.suffix}`, enforceSSL: true });
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
      'A run failed: it could not go on, or rows have no result. See the run record’s reason.',
    );
    this.#alarm(
      'ErrorRate',
      'error-rate',
      errorRate(watched),
      ERROR_RATE_PERCENT,
      `${ERROR_RATE_PERCENT} % or more of the rows of five minutes failed.`,
    );
    this.#alarm(
      'DeadLetters',
      'dead-letters',
      deadLetters(watched),
      1,
      'Rows exhausted their retries. Each message of the queue says how to call them again.',
    );
    this.#alarm(
      'UnclosedRuns',
      'unclosed-runs',
      unclosedRuns(watched),
      1,
      'A run was stopped from outside and could not be closed. Each message of the queue names its execution; `rollcall status` of that run closes it.',
    );
    this.#alarm(
      'BudgetHalts',
      'budget-halts',
      watched.metrics.sum('BudgetHalts', 'budget halts'),
      1,
      'A run was halted because its budget is spent.',
    );
  }

  #alarm(id: string, name: string, metric: IMetric, threshold: number, alarmDescription: string): void {
    const alarm = new Alarm(this, id, {
      alarmName: `rollcall-${name}${this.#suffix}`,
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

/**
 * A run can fail while its execution succeeds (rows without a result), and an execution can fail without a word from
 * the summarizer: whichever says more.
 */
function failedRuns({ metrics, stateMachineArn }: Watched): MathExpression {
  const executions = ['ExecutionsFailed', 'ExecutionsTimedOut'].map((name) =>
    awsMetric('States', name, { StateMachineArn: stateMachineArn }, Stats.SUM, name),
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
