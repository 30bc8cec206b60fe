import type { Api } from './api.ts';
import { endpointOf } from './apis.ts';

/** An API as GetApi tells it. */
export const describeApi = (api: Api) => ({
  ...api.settings,
  ApiEndpoint: endpointOf(api),
  ApiId: api.id,
  CreatedDate: new Date(api.createdAt),
  RouteSelectionExpression: '$request.method $request.path',
});
