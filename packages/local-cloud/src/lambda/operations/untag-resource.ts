import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { resourceArn } from '../function-name.ts';
import type { Functions } from '../functions.ts';

const schema = z.object({ TagKeys: z.array(z.string()) });

export const untagResource = (functions: Functions): Operation<{ Resource?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:UntagResource', resource: resourceArn(functions.context, input.Resource) },
  ],
  async run(input) {
    const record = functions.named(input.Resource);
    const { TagKeys } = parseInput(schema, input);
    const kept = Object.entries(record.tags).filter(([key]) => !TagKeys.includes(key));
    functions.save({ ...record, tags: Object.fromEntries(kept) });
    return {};
  },
});
