import type { Protocol } from '../gateway/protocol.ts';
import { type Route, restJsonProtocol } from '../gateway/rest-json-protocol.ts';

/** Members are camelCase on the wire and PascalCase in SDKs; the keys of these maps are the user's own words. */
const MAPS = ['Tags', 'StageVariables', 'RouteSettings'];

/** REST JSON, with this service's way of writing members and times. */
export function protocol(): Protocol {
  const plain = restJsonProtocol(routes);
  return {
    async decode(request) {
      const { operation, input } = await plain.decode(request);
      return { operation, input: rename(input, upperFirst) };
    },
    encode: (operation, output, request) => plain.encode(operation, rename(output, lowerFirst), request),
    encodeError: plain.encodeError,
  };
}

function rename(value: unknown, change: (name: string) => string): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((item) => rename(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      change(name),
      MAPS.includes(upperFirst(name)) && item !== null && typeof item === 'object'
        ? Object.fromEntries(Object.entries(item).map(([key, inner]) => [key, rename(inner, change)]))
        : rename(item, change),
    ]),
  );
}

const upperFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

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
