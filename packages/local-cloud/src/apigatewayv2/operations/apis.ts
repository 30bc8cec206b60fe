import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { Api } from '../api.ts';
import { type Apis, endpointOf } from '../apis.ts';
import { apiSchema, parseInput, refuseUnknown, withoutUndefined } from '../schemas.ts';

export const createApi = (apis: Apis): Operation<unknown> => ({
  permissions: () => apis.permission('POST', '/apis'),
  async run(input) {
    refuseUnknown(input, apiSchema, []);
    return describeApi(await apis.create(parseInput(apiSchema, input)));
  },
});

const getApiSchema = z.object({ ApiId: z.string().min(1) });

export const getApi = (apis: Apis): Operation<{ ApiId?: unknown }> => ({
  permissions: (input) => apis.permission('GET', `/apis/${String(input?.ApiId)}`),
  run: async (input) => describeApi(apis.get(parseInput(getApiSchema, input).ApiId)),
});

export const getApis = (apis: Apis): Operation<unknown> => ({
  permissions: () => apis.permission('GET', '/apis'),
  run: async () => ({ Items: apis.all().map(describeApi) }),
});

const updateApiSchema = apiSchema
  .partial()
  .extend({ ApiId: z.string().min(1), ProtocolType: z.undefined().optional() });

export const updateApi = (apis: Apis): Operation<{ ApiId?: unknown }> => ({
  permissions: (input) => apis.permission('PATCH', `/apis/${String(input?.ApiId)}`),
  async run(input) {
    refuseUnknown(input, updateApiSchema, []);
    const { ApiId, ...settings } = parseInput(updateApiSchema, input);
    return describeApi(apis.update(ApiId, withoutUndefined(settings)));
  },
});

const deleteApiSchema = z.object({ ApiId: z.string().min(1) });

export const deleteApi = (apis: Apis): Operation<{ ApiId?: unknown }> => ({
  permissions: (input) => apis.permission('DELETE', `/apis/${String(input?.ApiId)}`),
  async run(input) {
    await apis.delete(parseInput(deleteApiSchema, input).ApiId);
    return {};
  },
});

/** An API as GetApi tells it. */
export const describeApi = (api: Api) => ({
  ...api.settings,
  ApiEndpoint: endpointOf(api),
  ApiId: api.id,
  CreatedDate: new Date(api.createdAt),
  RouteSelectionExpression: '$request.method $request.path',
});
