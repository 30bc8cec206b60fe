import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { resourceArn } from '../function-name.ts';
import type { Functions } from '../functions.ts';

const schema = z.object({ Tags: z.record(z.string().min(1).max(128), z.string().max(256)) });

export const tagResource = (functions: Functions): Operation<{ Resource?: unknown }> => ({
  permissions: (input) => [{ action: 'lambda:TagResource', resource: resourceArn(functions.context, input.Resource) }],
  async run(input) {
    const record = functions.named(input.Resource);
    functions.save({ ...record, tags: { ...record.tags, ...parseInput(schema, input).Tags } });
    return {};
  },
});
