import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import type { Operation } from '../../service.ts';
import type { Measurement } from '../metric.ts';
import type { MetricStore } from '../metric-store.ts';
import { dimensions, metricName, namespace, parseInput, time, unit } from '../request.ts';

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
const schema = z.object({ Namespace: namespace, MetricData: z.array(datum).max(1000) });

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
    const given = parseInput(schema, input);
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
