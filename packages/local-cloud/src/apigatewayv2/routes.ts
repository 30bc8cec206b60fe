import type { Route } from '../gateway/rest-json-protocol.ts';

const APIS = '/v2/apis';
const API = `${APIS}/{ApiId}`;

const childRoutes = (name: string, path: string, id: string): Route[] => [
  { operation: `Create${name}`, method: 'POST', path: `${API}/${path}`, status: 201 },
  { operation: `Update${name}`, method: 'PATCH', path: `${API}/${path}/{${id}}` },
  { operation: `Delete${name}`, method: 'DELETE', path: `${API}/${path}/{${id}}`, status: 204 },
];

/** API Gateway V2's operations on HTTP. */
export const routes: readonly Route[] = [
  { operation: 'CreateApi', method: 'POST', path: APIS, status: 201 },
  { operation: 'GetApis', method: 'GET', path: APIS },
  { operation: 'GetApi', method: 'GET', path: API },
  { operation: 'UpdateApi', method: 'PATCH', path: API },
  { operation: 'DeleteApi', method: 'DELETE', path: API, status: 204 },
  ...childRoutes('Integration', 'integrations', 'IntegrationId'),
  ...childRoutes('Route', 'routes', 'RouteId'),
  ...childRoutes('Stage', 'stages', 'StageName'),
];
