import { z } from 'zod';
import type { Operation } from '../../service.ts';
import { describeApi } from '../api-shape.ts';
import type { Apis } from '../apis.ts';
import { parseInput } from '../errors.ts';
import { apiSchema, refuseUnknown, withoutUndefined } from '../schemas.ts';

const schema = apiSchema.partial().extend({ ApiId: z.string().min(1), ProtocolType: z.undefined().optional() });

export const updateApi = (apis: Apis): Operation<{ ApiId?: unknown }> => ({
  permissions: (input) => apis.permission('PATCH', `/apis/${String(input?.ApiId)}`),
  async run(input) {
    refuseUnknown(input, schema, []);
    const { ApiId, ...settings } = parseInput(schema, input);
    return describeApi(apis.update(ApiId, withoutUndefined(settings)));
  },
});
