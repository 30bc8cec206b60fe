import type { HttpRequest } from '../gateway/http.ts';
import { addressOf } from './protocol/address.ts';
import type { Buckets } from './storage/buckets.ts';
import type { CorsRule } from './storage/records.ts';

type Headers = Readonly<Record<string, string | number | undefined>>;

const LOOPBACK = /^https?:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/**
 * What lets the page a request comes from call, by the bucket's rules; undefined when none of them does. `*` means pages of
 * this machine: a presigned URL that leaves it should be of no use to the web.
 */
export function corsHeaders(request: HttpRequest, buckets: Buckets): Headers | undefined {
  const { origin } = request.headers;
  if (origin === undefined) return undefined;
  const { bucket } = addressOf(request);
  const asked = request.headers['access-control-request-method'];
  const method = request.method === 'OPTIONS' && typeof asked === 'string' ? asked : request.method;
  const rules = bucket === undefined ? undefined : buckets.find(bucket)?.settings?.cors;
  const rule = rules?.find((one) => one.AllowedMethods.includes(method) && allows(one, origin));
  if (!rule) return undefined;
  const { AllowedMethods, AllowedHeaders = [], ExposeHeaders = [], MaxAgeSeconds } = rule;
  return {
    'access-control-allow-origin': rule.AllowedOrigins.includes('*') ? '*' : origin,
    'access-control-expose-headers': ExposeHeaders.join(', ') || undefined,
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    ...(request.method === 'OPTIONS' && {
      'access-control-allow-methods': AllowedMethods.join(', '),
      'access-control-allow-headers': allowedHeaders(AllowedHeaders, request) || undefined,
      'access-control-max-age': MaxAgeSeconds,
    }),
  };
}

const allows = ({ AllowedOrigins }: CorsRule, origin: string): boolean =>
  AllowedOrigins.includes(origin) || (AllowedOrigins.includes('*') && LOOPBACK.test(origin));

/** Those of the headers that the page wants to send which the rule allows. */
function allowedHeaders(allowed: readonly string[], { headers }: HttpRequest): string {
  const asked = String(headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
  const names = allowed.map((name) => name.toLowerCase());
  return asked.filter((name) => names.includes('*') || names.includes(name)).join(', ');
}
