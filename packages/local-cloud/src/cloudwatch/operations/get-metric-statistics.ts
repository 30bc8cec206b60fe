import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import { metricKey } from '../metric.ts';
import type { MetricStore } from '../metric-store.ts';
import { dimensions, metricName, namespace, parseInput, time, unit } from '../request.ts';
import { bucketize, checkPeriod, checkStatistic, roundedStart, STATISTICS } from '../statistics.ts';

const schema = z.object({
  Namespace: namespace,
  MetricName: metricName,
  Dimensions: dimensions.optional(),
  StartTime: time,
  EndTime: time,
  Period: z.coerce.number().int().min(1),
  Statistics: z.array(z.enum(STATISTICS)).min(1).max(5).optional(),
  ExtendedStatistics: z.array(z.string()).min(1).max(10).optional(),
  Unit: unit.optional(),
});
const MOST_DATAPOINTS = 1440;

export const getMetricStatistics = (store: MetricStore): Operation<unknown> => ({
  permissions: () => [{ action: 'cloudwatch:GetMetricStatistics', resource: '*' }],
  async run(input) {
    const given = parseInput(schema, input);
    const { StartTime, EndTime, Period, Statistics = [], ExtendedStatistics = [] } = given;
    if (Statistics.length + ExtendedStatistics.length === 0) {
      const message = 'At least one of the parameters Statistics and ExtendedStatistics must be specified.';
      throw new AwsError('MissingRequiredParameterException', message);
    }
    for (const name of ExtendedStatistics) checkStatistic(name);
    checkPeriod(Period);
    refuseTooMany(StartTime, EndTime, Period);
    const key = metricKey({ namespace: given.Namespace, name: given.MetricName, dimensions: given.Dimensions ?? {} });
    const measurements = store.read(roundedStart(StartTime, Period), EndTime, (metric) => metricKey(metric) === key);
    const buckets = await bucketize(ofUnit(measurements, given.Unit), Period);
    return {
      Label: given.MetricName,
      Datapoints: [...buckets].map(([start, bucket]) => ({
        Timestamp: new Date(start),
        ...Object.fromEntries(Statistics.map((name) => [name, bucket.statistic(name)])),
        ...(ExtendedStatistics.length > 0 && {
          ExtendedStatistics: Object.fromEntries(ExtendedStatistics.map((name) => [name, bucket.statistic(name)])),
        }),
        Unit: bucket.unit,
      })),
    };
  },
});

function refuseTooMany(start: number, end: number, period: number): void {
  if (start >= end) {
    throw new AwsError(
      'InvalidParameterValueException',
      'The parameter StartTime must be less than the parameter EndTime.',
    );
  }
  const asked = Math.ceil((end - start) / (period * 1000));
  if (asked > MOST_DATAPOINTS) {
    throw new AwsError(
      'InvalidParameterCombinationException',
      `You have requested up to ${asked} datapoints, which exceeds the limit of ${MOST_DATAPOINTS}. ` +
        'You may reduce the datapoints requested by increasing Period, or decreasing the time range.',
    );
  }
}

/** "If you omit Unit, all data that was collected with any unit is returned." */
export async function* ofUnit<Item extends { unit: string }>(
  items: AsyncIterable<Item>,
  wanted: string | undefined,
): AsyncGenerator<Item> {
  for await (const item of items) if (wanted === undefined || item.unit === wanted) yield item;
}
