/** `GET /runs/{id}` in its parts; `$default` has none. */
export interface RouteKey {
  readonly method: string;
  /** `/runs/{id}`; the last part may be `{proxy+}`. */
  readonly path: string;
}

const METHODS = ['ANY', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

export function parseRouteKey(key: string): RouteKey | '$default' | undefined {
  if (key === '$default') return '$default';
  const [method = '', path = '', ...more] = key.split(' ');
  const parts = path.split('/').slice(1);
  const isPath = path.startsWith('/') && parts.every((part, index) => isPart(part, index === parts.length - 1));
  return METHODS.includes(method) && isPath && more.length === 0 ? { method, path } : undefined;
}

const isPart = (part: string, isLast: boolean): boolean =>
  /^[^{}]*$/.test(part) || /^\{[A-Za-z0-9._:-]+\}$/.test(part) || (isLast && /^\{[A-Za-z0-9._:-]+\+\}$/.test(part));

export interface SelectedRoute {
  readonly routeKey: string;
  readonly pathParameters?: Readonly<Record<string, string>>;
}

/**
 * "API Gateway selects the route with the most-specific match": a full match, then a greedy variable, then $default; and
 * a route's own method before ANY.
 */
export function selectRoute(routeKeys: readonly string[], method: string, path: string): SelectedRoute | undefined {
  const matches = routeKeys.flatMap((routeKey) => {
    const key = parseRouteKey(routeKey);
    if (key === undefined || key === '$default') return [];
    if (key.method !== 'ANY' && key.method !== method) return [];
    const pathParameters = match(key.path, path);
    return pathParameters ? [{ routeKey, pathParameters, rank: rank(key) }] : [];
  });
  const [best] = matches.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  if (!best) return routeKeys.includes('$default') ? { routeKey: '$default' } : undefined;
  const { routeKey, pathParameters } = best;
  return Object.keys(pathParameters).length > 0 ? { routeKey, pathParameters } : { routeKey };
}

/** Part by part: text before a variable before a greedy one; the method comes last. */
const rank = ({ method, path }: RouteKey): string =>
  path
    .split('/')
    .map((part) => (part.endsWith('+}') ? '2' : part.startsWith('{') ? '1' : '0'))
    .join('') + (method === 'ANY' ? '1' : '0');

function match(pattern: string, path: string): Record<string, string> | undefined {
  const parts = path.split('/');
  const found: Record<string, string> = {};
  const wanted = pattern.split('/');
  for (const [index, part] of wanted.entries()) {
    const value = parts[index];
    if (part.endsWith('+}')) {
      const rest = parts.slice(index).join('/');
      if (rest === '') return undefined;
      found[part.slice(1, -2)] = rest;
      return found;
    }
    if (value === undefined) return undefined;
    if (part.startsWith('{')) {
      if (value === '') return undefined;
      found[part.slice(1, -1)] = value;
    } else if (part !== value) return undefined;
  }
  return parts.length === wanted.length ? found : undefined;
}
