import type { Operation } from '../../service.ts';
import { describeApi } from '../api-shape.ts';
import type { Apis } from '../apis.ts';
import { parseInput } from '../errors.ts';
import { apiSchema, refuseUnknown } from '../schemas.ts';

export const createApi = (apis: Apis): Operation<unknown> => ({
  permissions: () => apis.permission('POST', '/apis'),
  async run(input) {
    refuseUnknown(input, apiSchema, []);
    return describeApi(await apis.create(parseInput(apiSchema, input)));
  },
});
