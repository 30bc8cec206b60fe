import { DeleteAlarmsCommand, DescribeAlarmsCommand, PutMetricAlarmCommand } from '@aws-sdk/client-cloudwatch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LambdaCloud, startLambdaCloud } from '../lambda/lambda-cloud.ts';

let cloud: LambdaCloud;
beforeAll(async () => {
  cloud = await startLambdaCloud();
});
afterAll(() => cloud.remove());

const alarm = (AlarmName: string, more: object = {}) =>
  new PutMetricAlarmCommand({
    AlarmName,
    Namespace: 'Shop',
    MetricName: 'passed',
    Dimensions: [{ Name: 'stage', Value: 'main' }],
    Statistic: 'Average',
    Period: 3600,
    EvaluationPeriods: 2,
    DatapointsToAlarm: 1,
    Threshold: 0.9,
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'notBreaching',
    ...more,
  });

describe('a metric alarm', () => {
  it('is kept as it was put, changed, and gone when it is deleted', async () => {
    const found = async () =>
      (await cloud.metrics.send(new DescribeAlarmsCommand({ AlarmNamePrefix: 'dr' }))).MetricAlarms;
    await cloud.metrics.send(alarm('drop'));
    await cloud.metrics.send(alarm('drop', { Threshold: 0.5 }));
    const Dimensions = [{ Name: 'stage', Value: 'main' }];
    expect(await found()).toMatchObject([
      { StateValue: 'INSUFFICIENT_DATA', Threshold: 0.5, Dimensions, ActionsEnabled: true },
    ]);
    await cloud.metrics.send(new DeleteAlarmsCommand({ AlarmNames: ['nobody', 'drop'] }));
    expect(await found()).toEqual([]);
  });

  it.each([
    ['a period that is none', { Period: 90 }],
    ['more than a day of short periods', { Period: 300, EvaluationPeriods: 300 }],
    ['more datapoints than periods', { DatapointsToAlarm: 3 }],
    ['metric math', { Metrics: [{ Id: 'a', Expression: 'b' }], MetricName: undefined }],
  ])('is refused with %s', async (_what, more) => {
    await expect(cloud.metrics.send(alarm('bad', more))).rejects.toThrow();
  });
});
