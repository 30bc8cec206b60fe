import { z } from 'zod';
import { pageAfter } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { describeMapping } from '../event-source-mapping.ts';
import type { EventSourceMappings } from '../event-source-mappings.ts';

const schema = z.object({
  EventSourceArn: z.string().optional(),
  FunctionName: z.string().optional(),
  Marker: z.string().optional(),
  MaxItems: z.coerce.number().int().min(1).max(10_000).optional(),
});
const LARGEST_PAGE = 100;

export const listEventSourceMappings = (mappings: EventSourceMappings): Operation => ({
  permissions: () => [{ action: 'lambda:ListEventSourceMappings', resource: '*' }],
  async run(input: unknown) {
    const { EventSourceArn, FunctionName, Marker, MaxItems } = parseInput(schema, input);
    const named = FunctionName === undefined ? undefined : mappings.functions.named(FunctionName).name;
    const fitting = mappings.all().filter(({ eventSourceArn, functionName }) => {
      return (
        (EventSourceArn === undefined || EventSourceArn === eventSourceArn) &&
        (named === undefined || named === functionName)
      );
    });
    const size = Math.min(MaxItems ?? LARGEST_PAGE, LARGEST_PAGE);
    const { items, next } = pageAfter(fitting, ({ uuid }) => uuid, { size, after: Marker });
    return {
      EventSourceMappings: items.map((mapping) => describeMapping(mappings.functions.context, mapping)),
      NextMarker: next,
    };
  },
});
