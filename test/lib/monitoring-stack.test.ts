import { Match, type Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { METRICS } from '../../contracts/metrics.ts';
import { composeStateMachine } from '../../lib/compose-state-machine.ts';
import { synthesize } from './synthesize.ts';

interface Widget {
  readonly type: string;
  readonly properties: { readonly title: string; readonly metrics?: unknown[][]; readonly query?: string };
}

/** The dashboard as CloudWatch gets it, references put in as `<reference>`. */
function widgetsOf(template: Template): Widget[] {
  const [dashboard] = Object.values(template.findResources('AWS::CloudWatch::Dashboard'));
  const body = dashboard?.Properties.DashboardBody;
  const text =
    typeof body === 'string'
      ? body
      : body['Fn::Join'][1].map((part: unknown) => (typeof part === 'string' ? part : '<reference>')).join('');
  return JSON.parse(text).widgets;
}

interface Metric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions: { Name: string; Value: unknown }[];
}
interface AlarmMetric {
  readonly Expression?: string;
  readonly ReturnData: boolean;
  readonly MetricStat?: { readonly Metric: Metric; readonly Stat: string };
}

const AGENT = 'arn:aws:states:us-east-1:123456789012:stateMachine:agent';

let monitoring: Template;
let orchestration: Template;
beforeAll(() => {
  ({ monitoring, orchestration } = synthesize());
});

describe('the monitoring stack', () => {
  const metricsOf = (title: string): string =>
    JSON.stringify(widgetsOf(monitoring).find((widget) => widget.properties.title === title)?.properties.metrics);
  const alarm = (name: string): Record<string, unknown> & { Metrics: AlarmMetric[] } =>
    Object.values(monitoring.findResources('AWS::CloudWatch::Alarm')).find(
      ({ Properties }) => Properties.AlarmName === name,
    )?.Properties;

  it.each([
    ['Runs', ['RunsStarted', 'RunsCompleted', 'RunsHalted', 'RunsCancelled', 'RunsFailed']],
    ['Rows by status', ['RowsSucceeded', 'RowsFailed', 'RowsSkipped']],
    ['Failed rows by error class', ['RowsFailedTransient', 'RowsFailedPermanent', 'RowsFailedValidation']],
    ['Latency of a row, agent (ms)', ['"RowLatency"', '"stat":"p50"', '"stat":"p95"', '"stat":"p99"']],
    ['Cost (USD)', ['"CostUsd"', '"endpoint"', '"agent"', '"tool"']],
    ['Running maps (the whole account)', ['ApproximateOpenMapRunCount']],
    ['Throttles', ['"Throttles"', 'ExecutionThrottled']],
    ['Athena queries', ['"QueryState","FAILED"', '"WorkGroup","rollcall"', '"stat":"SampleCount"']],
    ['Rows in the dead-letter queue', ['"QueueName","rollcall-row-dead-letters"']],
  ])('shows %s', (title, contents) => {
    for (const content of contents) expect(metricsOf(title)).toContain(content);
  });

  it('shows the throttles of every function', () => {
    for (const fn of Object.values(orchestration.findResources('AWS::Lambda::Function'))) {
      expect(metricsOf('Throttles')).toContain(`"FunctionName","${fn.Properties.FunctionName}"`);
    }
  });

  it('lists the latest failed rows without their text', () => {
    const { query = '' } = widgetsOf(monitoring).find(({ type }) => type === 'log')?.properties ?? {};
    expect(query).toContain('status = "failed"');
    expect(query).not.toMatch(/input|actualOutput|errorMessage|@message/);
  });

  it('raises alarms for runs and for every dead-letter queue that is deployed, all to one topic', () => {
    const alarms = monitoring.findResources('AWS::CloudWatch::Alarm');
    const [topic] = Object.keys(monitoring.findResources('AWS::SNS::Topic'));
    const namesOf = (template: Template) =>
      Object.values(template.findResources('AWS::CloudWatch::Alarm')).map(({ Properties }) => Properties.AlarmName);
    const always = ['failed-runs', 'error-rate', 'budget-halts', 'dead-letters', 'unclosed-runs'];
    const queues = ['monitor-work-dead-letters', 'monitor-questions-dead-letters', 'agent-events-dead-letters'];
    const withAll = [...always, ...queues, 'failed-requests'];
    expect(namesOf(monitoring)).toEqual(always.map((name) => `rollcall-${name}`));
    const all = synthesize({ api: 'true', traceAgents: 'true', agentStateMachineArns: AGENT });
    expect(namesOf(all.monitoring)).toEqual(withAll.map((name) => `rollcall-${name}`));
    const watched = JSON.stringify(all.monitoring.findResources('AWS::CloudWatch::Alarm'));
    for (const { Properties } of all.templates.flatMap((one) => Object.values(one.findResources('AWS::SQS::Queue')))) {
      if (!Properties.RedrivePolicy) expect(watched).toContain(`"Value":"${Properties.QueueName}"`);
    }
    for (const { Properties } of Object.values(alarms)) {
      expect(Properties).toMatchObject({ AlarmActions: [{ Ref: topic }], TreatMissingData: 'notBreaching' });
    }
  });

  it('sees runs that failed and executions that failed without a word', () => {
    const names = alarm('rollcall-failed-runs').Metrics.map(({ MetricStat }) => MetricStat?.Metric.MetricName);
    expect(names).toEqual(expect.arrayContaining(['RunsFailed', 'ExecutionsFailed', 'ExecutionsTimedOut']));
  });

  it('raises an alarm when a message comes into a dead-letter queue, and ends it though the message stays', () => {
    const expressions = alarm('rollcall-dead-letters').Metrics.flatMap(({ Expression }) => Expression ?? []);
    expect(expressions).toEqual(['DIFF(FILL(messages, 0))']);
  });

  it('judges the error rate only by enough rows', () => {
    const rate = alarm('rollcall-error-rate');
    expect(rate).toMatchObject({ Threshold: 25, ComparisonOperator: 'GreaterThanOrEqualToThreshold' });
    expect(rate.Metrics.find(({ ReturnData }) => ReturnData)?.Expression).toBe(
      'IF(processed >= 20, 100 * failed / processed, 0)',
    );
  });

  it('asks for metrics that functions write, by the dimensions they write', () => {
    const asked = Object.values(monitoring.findResources('AWS::CloudWatch::Alarm'))
      .flatMap(({ Properties }) => Properties.Metrics as AlarmMetric[])
      .flatMap(({ MetricStat }) => (MetricStat?.Metric.Namespace === 'Rollcall' ? [MetricStat.Metric] : []));
    const shown = widgetsOf(monitoring)
      .flatMap(({ properties }) => properties.metrics ?? [])
      .filter(([namespace]) => namespace === 'Rollcall');
    expect(asked.length).toBeGreaterThan(0);
    for (const { MetricName, Dimensions } of asked) {
      expect(METRICS).toHaveProperty(MetricName);
      expect(Dimensions.map(({ Name }) => Name)).toEqual(['executionMode', 'stage']);
    }
    for (const [, name, ...dimensions] of shown) {
      expect(METRICS).toHaveProperty(String(name));
      expect(dimensions.slice(0, 4)).toEqual(['executionMode', expect.any(String), 'stage', 'main']);
    }
  });

  it('lets CloudWatch of this account publish to the alarm topic, and nobody without TLS', () => {
    monitoring.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
          Match.objectLike({
            Effect: 'Allow',
            Principal: { Service: 'cloudwatch.amazonaws.com' },
            Action: 'sns:Publish',
            Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
          }),
        ]),
      },
    });
  });

  it('saves the queries people ask again and again', () => {
    const queries = Object.values(monitoring.findResources('AWS::Athena::NamedQuery')).map(
      ({ Properties }) => Properties,
    );
    expect(queries.map(({ Name }) => Name)).toEqual([
      'rollcall-failures-by-class',
      'rollcall-slowest-rows',
      'rollcall-cost-by-target',
      'rollcall-run-against-run',
      'rollcall-latest-attempt-per-row',
    ]);
    for (const { Database, WorkGroup, QueryString } of queries) {
      expect({ Database, WorkGroup }).toEqual({ Database: 's3_evaluation_db', WorkGroup: 'rollcall' });
      expect(QueryString).toContain('"AwsDataCatalog"."s3_evaluation_db"."evaluation_results_evaluations"');
    }
  });

  it('asks S3 Tables’ catalog when the results are there', () => {
    const { monitoring: s3tables } = synthesize({ tables: 's3tables' });
    s3tables.hasResourceProperties('AWS::Athena::NamedQuery', {
      QueryString: Match.stringLikeRegexp('"s3tablescatalog/rollcall-tables"'),
    });
  });

  it('names topic and dashboard in its outputs and keeps no other stack from changing', () => {
    expect(Object.keys(monitoring.findOutputs('*'))).toEqual(['AlarmTopicArn', 'DashboardName']);
    expect(JSON.stringify(monitoring.toJSON())).not.toContain('Fn::ImportValue');
  });
});

describe('what the orchestration stack tells', () => {
  const functions = () =>
    Object.values(orchestration.findResources('AWS::Lambda::Function')).map(({ Properties }) => Properties);

  it('keeps rows that exhausted their retries in a queue, encrypted, for 14 days', () => {
    orchestration.hasResourceProperties('AWS::SQS::Queue', {
      QueueName: 'rollcall-row-dead-letters',
      MessageRetentionPeriod: 14 * 86_400,
      SqsManagedSseEnabled: true,
    });
    orchestration.hasResourceProperties('AWS::SQS::QueuePolicy', {
      PolicyDocument: {
        Statement: [Match.objectLike({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } })],
      },
    });
  });

  it('lets those who settle rows, and only them, fill that queue', () => {
    const fillers = functions().filter(({ Environment }) => Environment.Variables.ROW_DLQ_URL);
    expect(fillers.map(({ FunctionName }) => FunctionName).sort()).toEqual([
      'rollcall-agent-caller',
      'rollcall-endpoint-caller',
      'rollcall-failure-recorder',
      'rollcall-row-sweeper',
      'rollcall-tool-caller',
    ]);
    const policies = Object.entries(orchestration.findResources('AWS::IAM::Policy'))
      .filter(([, policy]) => /sqs:.*RowDeadLetters/.test(JSON.stringify(policy)))
      .map(([id, policy]) => [id.replace(/Role.*/, ''), JSON.stringify(policy).match(/sqs:\w+/g)]);
    expect(policies).toEqual(
      ['EndpointCaller', 'AgentCaller', 'ToolCaller', 'FailureRecorder', 'RowSweeper'].map((id) => [
        id,
        ['sqs:SendMessage'],
      ]),
    );
  });

  it('gives every function a stage and a service name for its metrics and logs', () => {
    for (const { FunctionName, Environment } of functions()) {
      expect(Environment.Variables).toMatchObject({
        STAGE: 'main',
        POWERTOOLS_SERVICE_NAME: String(FunctionName).replace('rollcall-', ''),
      });
    }
  });

  it('names in its outputs where logs and dead letters are', () => {
    const outputs = orchestration.findOutputs('*');
    expect(outputs.StageName?.Value).toBe('main');
    expect(String(outputs.FunctionLogGroupNames?.Value).split(',').sort()).toEqual(
      functions()
        .map(({ FunctionName }) => `/aws/lambda/${FunctionName}`)
        .sort(),
    );
    expect(outputs).toHaveProperty('RowDeadLetterQueueUrl');
  });

  it('tells the end of a run in one place: the state machine asks the summarizer to', () => {
    const { States } = composeStateMachine('evaluation') as { States: Record<string, { Arguments?: object }> };
    for (const state of ['Notify', 'NotifyFailure']) {
      expect(States[state]?.Arguments).toEqual({
        // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation fills it in.
        FunctionName: '${RunSummarizerFunctionArn}',
        Payload: { step: 'notify', summary: '{% $summary %}' },
      });
    }
    const summarizer = functions().find(({ FunctionName }) => FunctionName === 'rollcall-run-summarizer');
    expect(summarizer?.Environment.Variables).toHaveProperty('NOTIFICATION_TOPIC_ARN');
  });
});
