import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import { type Measurement, metricKey } from '../metric.ts';
import type { MetricStore } from '../metric-store.ts';
import { dimensions, metricName, namespace, parseInput, time, unit } from '../request.ts';
import { bucketize, checkPeriod, checkStatistic, roundedStart } from '../statistics.ts';

const finite = z.coerce.number();
const datum = z.object({
  MetricName: metricName,
  Dimensions: dimensions.optional(),
  Timestamp: time.optional(),
  Value: finite.optional(),
  Values: z.array(finite).max(150).optional(),
  Counts: z.array(finite).max(150).optional(),
  StatisticValues: z.object({ SampleCount: finite, Sum: finite, Minimum: finite, Maximum: finite }).optional(),
  Unit: unit.optional(),
  StorageResolution: z.coerce.number().int().min(1).optional(),
});
const putMetricDataSchema = z.object({ Namespace: namespace, MetricData: z.array(datum).max(1000) });

const HOUR_MS = 3_600_000;
const OLDEST_MS = 14 * 24 * HOUR_MS;
const NEWEST_MS = 2 * HOUR_MS;

export const putMetricData = (store: MetricStore): Operation<{ Namespace?: unknown }> => ({
  permissions: (input) => [
    {
      action: 'cloudwatch:PutMetricData',
      resource: '*',
      context: { 'cloudwatch:namespace': String(input.Namespace ?? '') },
    },
  ],
  async run(input) {
    const given = parseInput(putMetricDataSchema, input);
    if (given.Namespace.startsWith('AWS/')) {
      throw invalid('The value AWS/ for parameter Namespace is invalid. Names that start with AWS/ are reserved.');
    }
    const measurements = given.MetricData.map((one) => measurementOf(given.Namespace, one));
    for (const measurement of measurements) store.add(measurement);
    return {};
  },
});

function measurementOf(name: string, given: z.output<typeof datum>): Measurement {
  const now = Date.now();
  const timestamp = given.Timestamp ?? now;
  if (timestamp < now - OLDEST_MS || timestamp > now + NEWEST_MS) {
    throw invalid(
      `The Timestamp ${new Date(timestamp).toISOString()} of ${given.MetricName} must be within the past two weeks and the next two hours.`,
    );
  }
  const { StatisticValues: sums, Values, Counts, Value } = given;
  const ways = [sums, Values, Value].filter((way) => way !== undefined).length;
  if (ways !== 1) {
    throw new AwsError(
      'InvalidParameterCombinationException',
      `${given.MetricName} must have exactly one of Value, Values and StatisticValues.`,
    );
  }
  if (Counts && Counts.length !== Values?.length) throw invalid('Values and Counts must be of the same length.');
  return {
    namespace: name,
    name: given.MetricName,
    dimensions: given.Dimensions ?? {},
    timestamp,
    unit: given.Unit ?? 'None',
    resolution: given.StorageResolution === 1 ? 1 : 60,
    values: (Values ?? (Value === undefined ? [] : [Value])).map((value, index) => [value, Counts?.[index] ?? 1]),
    ...(sums && {
      summary: { count: sums.SampleCount, sum: sums.Sum, minimum: sums.Minimum, maximum: sums.Maximum },
    }),
  };
}

const invalid = (message: string): AwsError => new AwsError('InvalidParameterValueException', message);

const query = z.object({
  Id: z
    .string()
    .max(255)
    .regex(/^[a-z][a-zA-Z0-9_]*$/),
  MetricStat: z
    .object({
      Metric: z.object({ Namespace: namespace, MetricName: metricName, Dimensions: dimensions.optional() }),
      Period: z.coerce.number().int().min(1),
      Stat: z.string(),
      Unit: unit.optional(),
    })
    .optional(),
  Expression: z.string().optional(),
  Label: z.string().optional(),
  ReturnData: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
});
const getMetricDataSchema = z.object({
  MetricDataQueries: z.array(query).min(1).max(500),
  StartTime: time,
  EndTime: time,
  ScanBy: z.enum(['TimestampDescending', 'TimestampAscending']).optional(),
  MaxDatapoints: z.coerce.number().int().min(1).max(100_800).optional(),
});
type Query = z.output<typeof query>;

/** Metric math and search expressions are refused by name. Everything is answered in one page. */
export const getMetricData = (store: MetricStore): Operation<unknown> => ({
  permissions: () => [{ action: 'cloudwatch:GetMetricData', resource: '*' }],
  async run(input) {
    const given = parseInput(getMetricDataSchema, input);
    if (given.StartTime >= given.EndTime)
      throw validation('The parameter StartTime must be less than the parameter EndTime.');
    const ids = given.MetricDataQueries.map(({ Id }) => Id);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice) throw validation(`The value ${twice} for parameter Id is used twice in MetricDataQueries.`);
    const results = [];
    for (const one of given.MetricDataQueries) {
      const result = await resultOf(store, one, given.StartTime, given.EndTime, given.ScanBy !== 'TimestampAscending');
      if (one.ReturnData !== false) results.push(result);
    }
    return { MetricDataResults: results, Messages: [] };
  },
});

async function resultOf(store: MetricStore, one: Query, start: number, end: number, newestFirst: boolean) {
  const { Id, Label, MetricStat: stat } = one;
  if (!stat) {
    throw validation(
      `The query ${Id} has no MetricStat. The local cloud does not evaluate expressions; ask for the metrics.`,
    );
  }
  checkStatistic(stat.Stat);
  checkPeriod(stat.Period);
  const { Namespace, MetricName, Dimensions = {} } = stat.Metric;
  const key = metricKey({ namespace: Namespace, name: MetricName, dimensions: Dimensions });
  const measurements = store.read(roundedStart(start, stat.Period), end, (metric) => metricKey(metric) === key);
  const points = [...(await bucketize(ofUnit(measurements, stat.Unit), stat.Period))]
    .map(([time, bucket]) => ({ time, value: bucket.statistic(stat.Stat) }))
    .filter(({ value }) => value !== undefined);
  if (newestFirst) points.reverse();
  return {
    Id,
    Label: Label ?? MetricName,
    Timestamps: points.map(({ time }) => new Date(time)),
    Values: points.map(({ value }) => value),
    StatusCode: 'Complete',
  };
}

const validation = (message: string): AwsError => new AwsError('ValidationError', message);

/** "If you omit Unit, all data that was collected with any unit is returned." */
async function* ofUnit<Item extends { unit: string }>(
  items: AsyncIterable<Item>,
  wanted: string | undefined,
): AsyncGenerator<Item> {
  for await (const item of items) if (wanted === undefined || item.unit === wanted) yield item;
}
