import {
  Dashboard,
  GraphWidget,
  type IMetric,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  SingleValueWidget,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { awsMetric, failedQueries, MODES, messagesIn, type Watched } from './run-metrics.ts';

const HALF = 12;
const THIRD = 8;
const HEIGHT = 6;

/** One page for operators: rows, costs and throttles. */
export class RollcallDashboard extends Dashboard {
  constructor(scope: Construct, id: string, watched: Watched) {
    super(scope, id, {
      dashboardName: `Rollcall${watched.settings.suffix}`,
      widgets: [runs(watched), rows(watched), latency(watched), money(watched), engine(watched), failures(watched)],
    });
  }
}

const graph = (title: string, width: number, left: IMetric[], stacked = false): GraphWidget =>
  new GraphWidget({ title, width, height: HEIGHT, left, stacked, leftYAxis: { min: 0 } });

const runs = ({ metrics }: Watched): IWidget[] => [
  new SingleValueWidget({
    title: 'Runs',
    width: 24,
    height: 3,
    setPeriodToTimeRange: true,
    metrics: [
      metrics.sum('RunsStarted', 'started'),
      metrics.sum('RunsCompleted', 'completed'),
      metrics.sum('RunsHalted', 'halted'),
      metrics.sum('RunsCancelled', 'cancelled'),
      metrics.sum('RunsFailed', 'failed'),
    ],
  }),
];

const rows = ({ metrics }: Watched): IWidget[] => [
  graph(
    'Rows by status',
    HALF,
    [
      metrics.sum('RowsSucceeded', 'succeeded'),
      metrics.sum('RowsFailed', 'failed'),
      metrics.sum('RowsSkipped', 'skipped'),
    ],
    true,
  ),
  graph(
    'Failed rows by error class',
    HALF,
    [
      metrics.sum('RowsFailedTransient', 'transient'),
      metrics.sum('RowsFailedPermanent', 'permanent'),
      metrics.sum('RowsFailedValidation', 'validation'),
    ],
    true,
  ),
];

/** Percentiles of different targets cannot be added up, so each mode has its own. */
const latency = ({ metrics }: Watched): IWidget[] =>
  MODES.map((mode) =>
    graph(
      `Latency of a row, ${mode} (ms)`,
      THIRD,
      [Stats.p(50), Stats.p(95), Stats.p(99)].map((stat) => metrics.of('RowLatency', mode, stat, stat)),
    ),
  );

const money = ({ metrics }: Watched): IWidget[] => [
  graph(
    'Cost (USD)',
    THIRD,
    MODES.map((mode) => metrics.of('CostUsd', mode)),
    true,
  ),
  graph('Tokens', THIRD, [metrics.sum('PromptTokens', 'prompt'), metrics.sum('CompletionTokens', 'completion')], true),
  graph('Retries and waits', THIRD, [
    metrics.sum('RowRetries', 'retries'),
    metrics.sum('RowWaits', 'waits'),
    metrics.sum('RowsThrottled', 'throttled'),
  ]),
];

const engine = (watched: Watched): IWidget[] => {
  const { stateMachineArns, functionNames, workGroupName } = watched;
  return [
    graph('Running maps (the whole account)', THIRD, [
      awsMetric('States', 'ApproximateOpenMapRunCount', {}, Stats.MAXIMUM, 'open Map Runs'),
      awsMetric('States', 'ApproximateMapRunBacklogSize', {}, Stats.MAXIMUM, 'waiting Map Runs'),
    ]),
    graph('Throttles', THIRD, [
      ...functionNames.map((name) => awsMetric('Lambda', 'Throttles', { FunctionName: name }, Stats.SUM, name)),
      ...stateMachineArns.map((StateMachineArn) =>
        awsMetric('States', 'ExecutionThrottled', { StateMachineArn }, Stats.SUM, 'state transitions'),
      ),
    ]),
    graph('Athena queries', THIRD, [
      failedQueries(watched),
      awsMetric(
        'Athena',
        'TotalExecutionTime',
        { WorkGroup: workGroupName, QueryState: 'SUCCEEDED', QueryType: 'DML' },
        Stats.SAMPLE_COUNT,
        'succeeded',
      ),
    ]),
  ];
};

const failures = (watched: Watched): IWidget[] => [
  graph('Rows in the dead-letter queue', THIRD, [
    messagesIn('row-dead-letters', watched, 'rows that exhausted their retries'),
  ]),
  new LogQueryWidget({
    title: 'Latest failed rows',
    width: 24 - THIRD,
    height: HEIGHT,
    view: LogQueryVisualizationType.TABLE,
    logGroupNames: watched.functionNames.map((name) => `/aws/lambda/${name}`),
    queryLines: [
      'fields @timestamp, evaluationId, rowIndex, sampleId, errorName, calls, latencyMs, traceRef',
      'filter message = "Row settled" and status = "failed"',
      'sort @timestamp desc',
      'limit 50',
    ],
  }),
];
