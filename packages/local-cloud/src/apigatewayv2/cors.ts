import type { IncomingHttpHeaders } from 'node:http';
import type { CorsConfiguration } from './api.ts';

/** "If you configure CORS for an API, API Gateway ignores CORS headers returned from your backend integration." */
export function corsHeaders(
  cors: CorsConfiguration,
  headers: IncomingHttpHeaders,
  isPreflight: boolean,
): Record<string, string | number | undefined> {
  const { origin } = headers;
  const {
    AllowOrigins = [],
    AllowMethods = [],
    AllowHeaders = [],
    ExposeHeaders = [],
    AllowCredentials,
    MaxAge,
  } = cors;
  if (origin === undefined) return {};
  const any = AllowOrigins.includes('*');
  if (!any && !AllowOrigins.includes(origin)) return {};
  const list = (names: readonly string[]) => (names.length > 0 ? names.join(',') : undefined);
  return {
    'access-control-allow-origin': any ? '*' : origin,
    vary: any ? undefined : 'origin',
    'access-control-allow-credentials': AllowCredentials ? 'true' : undefined,
    'access-control-expose-headers': list(ExposeHeaders),
    ...(isPreflight && {
      'access-control-allow-methods': list(AllowMethods),
      'access-control-allow-headers': list(AllowHeaders),
      'access-control-max-age': MaxAge,
    }),
  };
}

/** A preflight is answered by API Gateway itself when the API has CORS, whichever routes there are. */
export const isPreflight = (method: string | undefined, headers: IncomingHttpHeaders): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
