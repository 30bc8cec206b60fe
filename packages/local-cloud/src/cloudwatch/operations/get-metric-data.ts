import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import { metricKey } from '../metric.ts';
import type { MetricStore } from '../metric-store.ts';
import { dimensions, metricName, namespace, parseInput, time, unit } from '../request.ts';
import { bucketize, checkPeriod, checkStatistic, roundedStart } from '../statistics.ts';

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
const schema = z.object({
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
    const given = parseInput(schema, input);
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
