import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { parseInput } from '../parse-input.ts';
import type { Operation } from '../service.ts';
import { asDimensions, inputErrors, metricName, namespace } from './input.ts';
import type { MetricStore } from './metric-store.ts';

const schema = z.object({
  Namespace: namespace.optional(),
  MetricName: metricName.optional(),
  Dimensions: z
    .array(z.object({ Name: z.string(), Value: z.string().optional() }))
    .max(10)
    .optional(),
  NextToken: z.string().optional(),
  RecentlyActive: z.enum(['PT3H']).optional(),
});
const PAGE = 500;
const THREE_HOURS_IN_DAYS = 3 / 24;

export const listMetrics = (store: MetricStore): Operation<unknown> => ({
  permissions: () => [{ action: 'cloudwatch:ListMetrics', resource: '*' }],
  async run(input) {
    const given = parseInput(schema, input, inputErrors);
    const start = Number(given.NextToken ?? 0);
    if (!Number.isInteger(start)) throw new AwsError('InvalidNextToken', 'The next token specified is invalid.');
    const all = await store.list(given.RecentlyActive && THREE_HOURS_IN_DAYS);
    const matching = all.filter(
      (metric) =>
        (given.Namespace === undefined || metric.namespace === given.Namespace) &&
        (given.MetricName === undefined || metric.name === given.MetricName) &&
        (given.Dimensions ?? []).every(
          ({ Name, Value }) =>
            Object.hasOwn(metric.dimensions, Name) && (Value === undefined || metric.dimensions[Name] === Value),
        ),
    );
    const page = matching.slice(start, start + PAGE);
    return {
      Metrics: page.map((metric) => ({
        Namespace: metric.namespace,
        MetricName: metric.name,
        Dimensions: asDimensions(metric.dimensions),
      })),
      ...(start + PAGE < matching.length && { NextToken: String(start + PAGE) }),
    };
  },
});
