import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { Apis } from '../apis.ts';
import { parseInput } from '../errors.ts';

const schema = z.object({ ApiId: z.string().min(1) });

export const deleteApi = (apis: Apis): Operation<{ ApiId?: unknown }> => ({
  permissions: (input) => apis.permission('DELETE', `/apis/${String(input?.ApiId)}`),
  async run(input) {
    await apis.delete(parseInput(schema, input).ApiId);
    return {};
  },
});
