import type { Operation } from '../../service.ts';
import { describeApi } from '../api-shape.ts';
import type { Apis } from '../apis.ts';

export const getApis = (apis: Apis): Operation<unknown> => ({
  permissions: () => apis.permission('GET', '/apis'),
  run: async () => ({ Items: apis.all().map(describeApi) }),
});
