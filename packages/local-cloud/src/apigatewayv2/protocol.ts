import type { Protocol } from '../gateway/protocol.ts';
import { restJsonProtocol } from '../gateway/rest-json-protocol.ts';
import { routes } from './routes.ts';

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
