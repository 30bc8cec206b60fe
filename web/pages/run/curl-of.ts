import type { Endpoint } from '../../../contracts/endpoint.ts';
import { isObject } from '../../../core/json.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The call of a row as a command to paste; the secret is a variable of the shell. Only endpoints are called by HTTP. */
export function curlOf(config: unknown, request: string | null): string | undefined {
  const endpoint = isObject(config) ? (config.endpoint as Endpoint | undefined) : undefined;
  if (!endpoint) return undefined;
  const { method, headers, auth } = endpoint;
  const url = new URL(endpoint.url);
  if (auth?.type === 'query') url.searchParams.set(auth.parameter, '$SECRET');
  const sent = {
    ...(request !== null && method !== 'GET' && { 'content-type': 'application/json' }),
    ...headers,
    ...(auth?.type === 'bearer' && { authorization: 'Bearer $SECRET' }),
    ...(auth?.type === 'header' && { [auth.header]: '$SECRET' }),
  };
  return [
    `curl -X ${method} ${withSecret(url.href)}`,
    ...Object.entries(sent).map(([name, value]) => `-H ${withSecret(`${name}: ${value}`)}`),
    ...(auth?.type === 'basic' ? ['-u "$SECRET"'] : []),
    ...(request === null || method === 'GET' ? [] : [`--data-raw ${quoted(request)}`]),
  ].join(' \\\n  ');
}

/** Quoted so that the shell puts the secret in, and nothing else. */
const withSecret = (text: string): string =>
  text
    .replaceAll('%24SECRET', '$SECRET')
    .split('$SECRET')
    .map((part) => (part === '' ? '' : quoted(part)))
    .join('"$SECRET"');
