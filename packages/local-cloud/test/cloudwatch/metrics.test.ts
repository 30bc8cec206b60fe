import { GetMetricDataCommand, type MetricDatum, PutMetricDataCommand } from '@aws-sdk/client-cloudwatch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LambdaCloud, startLambdaCloud } from '../lambda/lambda-cloud.ts';
import { signed } from '../support/signed.ts';

let cloud: LambdaCloud;
beforeAll(async () => {
  cloud = await startLambdaCloud();
});
afterAll(() => cloud.remove());

const HOUR = 3_600_000;
const range = () => ({ StartTime: new Date(Date.now() - HOUR), EndTime: new Date(Date.now() + HOUR) });

/** One statistic over the last hours; the periods are added up, so it holds for sums and counts across a minute’s end. */
async function total(from: LambdaCloud, Namespace: string, MetricName: string, dims: object, Stat: string) {
  const Dimensions = Object.entries(dims).map(([Name, Value]) => ({ Name, Value }));
  const MetricStat = { Metric: { Namespace, MetricName, Dimensions }, Period: 60, Stat };
  const { MetricDataResults } = await from.metrics.send(
    new GetMetricDataCommand({ ...range(), MetricDataQueries: [{ Id: 'q', MetricStat }] }),
  );
  return (MetricDataResults?.[0]?.Values ?? []).reduce((sum, value) => sum + value, 0);
}

const EMITS = `
  exports.handler = async ({ rows, status, viaConsole }) => {
    const line = JSON.stringify({
      _aws: { Timestamp: Date.now(), CloudWatchMetrics: [{ Namespace: 'Example', Dimensions: [['stage', 'mode'], ['stage']],
        Metrics: [{ Name: 'rows', Unit: 'Count' }, { Name: 'latency', Unit: 'Milliseconds' }] }] },
      stage: 'dev', mode: status, rows, latency: Array.from({ length: rows }, (_, i) => i + 1), run: 'run-1',
    });
    if (viaConsole) console.log(line); else process.stdout.write(line + '\\n');
  };`;

describe('a start time', () => {
  it('is rounded down to the whole minute, where measurements stand', async () => {
    const Timestamp = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 20_000);
    await cloud.metrics.send(
      new PutMetricDataCommand({ Namespace: 'Rounded', MetricData: [{ MetricName: 'n', Value: 1, Timestamp }] }),
    );
    const times = { StartTime: Timestamp, EndTime: new Date(Timestamp.getTime() + HOUR) };
    const Metric = { Namespace: 'Rounded', MetricName: 'n' };
    const data = await cloud.metrics.send(
      new GetMetricDataCommand({
        ...times,
        MetricDataQueries: [{ Id: 'q', MetricStat: { Metric, Period: 60, Stat: 'Sum' } }],
      }),
    );
    expect(data.MetricDataResults?.[0]?.Values).toEqual([1]);
  });
});

describe('metrics embedded in function logs', () => {
  it('add up exactly, for each set of dimensions', async () => {
    await cloud.create('emits', EMITS);
    const calls = Array.from({ length: 40 }, (_, index) => ({
      rows: (index % 7) + 1,
      status: index % 2 ? 'agent' : 'endpoint',
      viaConsole: index % 3 === 0,
    }));
    await Promise.all(calls.map((call) => cloud.invoke('emits', call)));
    const sum = (mode?: string) => calls.filter((c) => !mode || c.status === mode).reduce((n, c) => n + c.rows, 0);
    expect(await total(cloud, 'Example', 'rows', { stage: 'dev' }, 'Sum')).toBe(sum());
    expect(await total(cloud, 'Example', 'rows', { stage: 'dev', mode: 'agent' }, 'Sum')).toBe(sum('agent'));
    expect(await total(cloud, 'Example', 'rows', { stage: 'dev' }, 'SampleCount')).toBe(calls.length);
    expect(await total(cloud, 'Example', 'latency', { mode: 'endpoint', stage: 'dev' }, 'SampleCount')).toBe(
      sum('endpoint'),
    );
    expect(await total(cloud, 'Example', 'rows', { stage: 'prod' }, 'Sum')).toBe(0);
  });

  it('are there after a restart, and new ones are added to them', async () => {
    const first = await startLambdaCloud();
    await first.create('emits', EMITS);
    await first.invoke('emits', { rows: 3, status: 'agent' });
    await first.stop();
    const second = await startLambdaCloud({ dataDir: first.dataDir });
    await second.invoke('emits', { rows: 4, status: 'agent' });
    expect(await total(second, 'Example', 'rows', { stage: 'dev' }, 'Sum')).toBe(7);
    await second.remove();
  });
});

describe('metrics that clients put', () => {
  const put = (Namespace: string, ...MetricData: MetricDatum[]) =>
    cloud.metrics.send(new PutMetricDataCommand({ Namespace, MetricData }));
  const minute = (ago: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 - ago * 60_000);

  it('have all statistics, by period', async () => {
    const values = Array.from({ length: 100 }, (_, index) => index + 1);
    await put(
      'App',
      { MetricName: 'latency', Timestamp: minute(2), Values: values, Unit: 'Milliseconds' },
      { MetricName: 'latency', Timestamp: minute(1), Values: [5, 7], Counts: [3, 1], Unit: 'Milliseconds' },
    );
    const MetricDataQueries = ['SampleCount', 'Sum', 'Average', 'Minimum', 'Maximum', 'p50', 'p95', 'p99.9'].map(
      (Stat, index) => ({
        Id: `q${index}`,
        MetricStat: { Metric: { Namespace: 'App', MetricName: 'latency' }, Period: 60, Stat },
      }),
    );
    const { MetricDataResults } = await cloud.metrics.send(
      new GetMetricDataCommand({
        StartTime: minute(5),
        EndTime: minute(0),
        ScanBy: 'TimestampAscending',
        MetricDataQueries,
      }),
    );
    expect(MetricDataResults?.map(({ Values }) => Values)).toEqual([
      [100, 4],
      [5050, 22],
      [50.5, 5.5],
      [1, 5],
      [100, 7],
      [50, 5],
      [95, 7],
      [100, 7],
    ]);
  });

  it('come newest first from GetMetricData unless asked otherwise', async () => {
    await put(
      'Order',
      { MetricName: 'n', Timestamp: minute(3), Value: 1 },
      { MetricName: 'n', Timestamp: minute(1), Value: 2 },
    );
    const read = async (ScanBy?: 'TimestampAscending') => {
      const MetricStat = { Metric: { Namespace: 'Order', MetricName: 'n' }, Period: 60, Stat: 'Sum' };
      const MetricDataQueries = [{ Id: 'n', Label: 'mine', MetricStat }];
      const { MetricDataResults } = await cloud.metrics.send(
        new GetMetricDataCommand({ ...range(), MetricDataQueries, ScanBy }),
      );
      return MetricDataResults?.[0];
    };
    expect(await read()).toMatchObject({ Label: 'mine', Values: [2, 1], Timestamps: [minute(1), minute(3)] });
    expect(await read('TimestampAscending')).toMatchObject({ Values: [1, 2], StatusCode: 'Complete' });
  });

  it('may be sums only', async () => {
    const StatisticValues = { SampleCount: 4, Sum: 10, Minimum: 1, Maximum: 4 };
    await put('Sums', { MetricName: 's', StatisticValues });
    expect(await total(cloud, 'Sums', 's', {}, 'Sum')).toBe(10);
    expect(await total(cloud, 'Sums', 's', {}, 'p50')).toBe(0);
  });

  it('may come compressed', async () => {
    const data = Array.from({ length: 300 }, (_, index) => ({
      MetricName: `metric-${index}`,
      Value: index,
      Unit: 'Count' as const,
    }));
    await put('Many', ...data);
    expect(await total(cloud, 'Many', 'metric-299', {}, 'Sum')).toBe(299);
  });

  it('are refused when AWS would refuse them', async () => {
    const invalid = { name: 'InvalidParameterValueException' };
    await expect(put('AWS/Lambda', { MetricName: 'x', Value: 1 })).rejects.toMatchObject(invalid);
    await expect(put('App', { MetricName: 'x', Value: 1, Timestamp: new Date(0) })).rejects.toMatchObject(invalid);
    await expect(put('App', { MetricName: 'x', Value: 1, Unit: 'Furlongs' as 'Count' })).rejects.toMatchObject(invalid);
    await expect(put('App', { MetricName: 'x' })).rejects.toMatchObject({
      name: 'InvalidParameterCombinationException',
    });
    const MetricDataQueries = [{ Id: 'e', Expression: 'm1 + m2' }];
    await expect(cloud.metrics.send(new GetMetricDataCommand({ ...range(), MetricDataQueries }))).rejects.toMatchObject(
      { message: expect.stringContaining('does not evaluate expressions') },
    );
  });
});

describe('older clients', () => {
  it('are answered in XML when they speak the Query protocol', async () => {
    const send = (form: Record<string, string>) => {
      const body = new URLSearchParams({ Version: '2010-08-01', ...form }).toString();
      const { endpoint } = cloud.cloud;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const request = { method: 'POST', headers, body };
      return fetch(endpoint, { ...request, headers: signed('monitoring', endpoint, request) });
    };
    const put = await send({
      Action: 'PutMetricData',
      Namespace: 'Old',
      'MetricData.member.1.MetricName': 'q',
      'MetricData.member.1.Value': '2.5',
      'MetricData.member.1.Dimensions.member.1.Name': 'a',
      'MetricData.member.1.Dimensions.member.1.Value': 'b',
    });
    expect(put.status).toBe(200);
    const refused = await send({ Action: 'PutMetricData' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('<Code>MissingParameter</Code>');
  });
});
