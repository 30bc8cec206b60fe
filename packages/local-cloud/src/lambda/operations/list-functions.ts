import { z } from 'zod';
import { pageAfter } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { describeFunction } from '../function-record.ts';
import type { Functions } from '../functions.ts';

const schema = z.object({
  Marker: z.string().optional(),
  MaxItems: z.coerce.number().int().min(1).max(10_000).optional(),
});
/** "ListFunctions returns a maximum of 50 items in each response, even if you set the number higher." */
const LARGEST_PAGE = 50;

export const listFunctions = (functions: Functions): Operation => ({
  permissions: () => [{ action: 'lambda:ListFunctions', resource: '*' }],
  async run(input: unknown) {
    const { Marker, MaxItems } = parseInput(schema, input);
    const size = Math.min(MaxItems ?? LARGEST_PAGE, LARGEST_PAGE);
    const { items, next } = pageAfter(functions.all(), ({ name }) => name, { size, after: Marker });
    return { Functions: items.map((record) => describeFunction(functions.context, record)), NextMarker: next };
  },
});
