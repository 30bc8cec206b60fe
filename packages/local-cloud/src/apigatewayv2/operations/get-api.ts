import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { describeApi } from '../api-shape.ts';
import type { Apis } from '../apis.ts';
import { parseInput } from '../errors.ts';

const schema = z.object({ ApiId: z.string().min(1) });

export const getApi = (apis: Apis): Operation<{ ApiId?: unknown }> => ({
  permissions: (input) => apis.permission('GET', `/apis/${String(input?.ApiId)}`),
  run: async (input) => describeApi(apis.get(parseInput(schema, input).ApiId)),
});
