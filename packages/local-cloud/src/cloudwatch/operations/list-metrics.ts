import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { MetricStore } from '../metric-store.ts';
import { asDimensions, metricName, namespace, parseInput } from '../request.ts';

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
    const given = parseInput(schema, input);
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
    const { items, next } = pageOf(matching, {
      size: PAGE,
      token: given.NextToken,
      refusal: () => new AwsError('InvalidNextToken', 'The next token specified is invalid.'),
    });
    return {
      Metrics: items.map((metric) => ({
        Namespace: metric.namespace,
        MetricName: metric.name,
        Dimensions: asDimensions(metric.dimensions),
      })),
      NextToken: next,
    };
  },
});
