import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { consumedCapacity } from '../consumed-capacity.ts';
import { invalid } from '../errors.ts';
import { Scope } from '../expression/scope.ts';
import { planRead, readFields, readPage } from '../read-page.ts';
import { onTable, parseInput } from '../request.ts';
import type { Tables } from '../tables.ts';

const schema = z.object({
  ...readFields,
  Segment: z.int().min(0).max(999_999).optional(),
  TotalSegments: z.int().min(1).max(1_000_000).optional(),
});

export const scan = (tables: Tables): Operation<unknown> => ({
  permissions: onTable(tables, 'Scan'),
  async run(request) {
    const input = parseInput(schema, request);
    const { Segment, TotalSegments } = input;
    if (Segment !== undefined && TotalSegments === undefined) {
      throw invalid(
        'The TotalSegments parameter is required but was not present in the request when Segment parameter is present',
      );
    }
    if (TotalSegments !== undefined && Segment === undefined) {
      throw invalid(
        'The Segment parameter is required but was not present in the request when parameter TotalSegments is present',
      );
    }
    if (Segment !== undefined && TotalSegments !== undefined && Segment >= TotalSegments) {
      throw invalid(
        `The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: ${Segment} is not less than TotalSegments: ${TotalSegments}`,
      );
    }
    const scope = new Scope(input.ExpressionAttributeNames, input.ExpressionAttributeValues);
    const table = tables.get(input.TableName);
    const plan = planRead(input, table, scope);
    scope.finish(plan.filter !== undefined || plan.paths !== undefined);
    const { items } = plan.index ?? table;
    if (plan.startKey && !items.isInSegment(plan.startKey, Segment ?? 0, TotalSegments ?? 1)) {
      throw invalid('The provided starting key is outside query boundaries based on provided conditions');
    }
    const { answer, cost } = readPage(plan, items.scan(plan.startKey, Segment ?? 0, TotalSegments ?? 1));
    return { ...answer, ...consumedCapacity(input.ReturnConsumedCapacity, cost) };
  },
});
