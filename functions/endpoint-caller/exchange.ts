import type { IncomingMessage } from 'node:http';
import type { Endpoint } from '../../contracts/endpoint.ts';
import { type ErrorName, RollcallError } from '../../contracts/errors.ts';
import { classifyNetworkError, classifyStatus, neverConnected } from '../../core/classify-error.ts';
import { parseJson } from '../../core/json.ts';
import { readableError } from '../../core/normalize/reported-failure.ts';
import { type SeenLimits, seenLimits } from '../../core/pacing/rate-headers.ts';
import { serverClock } from '../../core/pacing/reset-time.ts';
import type { Redact } from '../../core/redact.ts';
import { retryAfterSeconds } from '../../core/retry-after.ts';
import { refusalName } from '../../domain/models/ask-model.ts';
import type { Model } from '../../domain/models/model-schema.ts';
import { logger } from '../shared/powertools.ts';
import { type Credentials, credentialsOf, forgetSecret, type SecretPorts } from './credentials.ts';
import { redactConfigured, redacted } from './redact-answer.ts';
import type { RequestBody } from './request-body.ts';
import { type EndpointResponse, sendRequest } from './send-request.ts';

export interface Exchange {
  readonly endpoint: Endpoint;
  readonly tenant: string;
  readonly body: RequestBody;
  readonly deadlineMs: number;
  readonly reserve: () => Promise<void>;
  readonly largestAnswerBytes?: number;
  /** Takes the body of a 2xx as it comes. */
  readonly take?: (response: IncomingMessage, redact: Redact) => Promise<void>;
}

/** An answer of the endpoint, whatever it says, or why there is none. */
export type Exchanged = { readonly latencyMs: number; readonly firstTokenMs?: number } & (
  | { readonly response: EndpointResponse }
  | {
      readonly error: RollcallError;
      /** The endpoint may have got the request. */
      readonly isSent: boolean;
      /** Its secret could not be read just now: too many ask for secrets. */
      readonly isTurnedAway: boolean;
    }
);

/** Sends one request, with the endpoint's credentials, and reads the whole answer. */
export async function exchange(
  { endpoint, tenant, body, deadlineMs, reserve, largestAnswerBytes, take }: Exchange,
  ports: SecretPorts,
): Promise<Exchanged> {
  const signal = AbortSignal.timeout(deadlineMs);
  const startedAt = performance.now();
  const latencyMs = () => performance.now() - startedAt;
  // Some endpoints answer with the request they got; the credentials in it are not for the results table.
  let redact = redactConfigured(endpoint);
  let isSent = false;
  let firstTokenMs: number | undefined;
  try {
    const credentials = endpoint.auth && (await credentialsOf(endpoint.auth, ports.secrets));
    redact = redactConfigured(endpoint, credentials);
    const request = {
      ...endpoint,
      url: requestUrl(endpoint, credentials),
      headers: requestHeaders(endpoint, body, credentials),
      body: body.text,
      ...(credentials && {
        secret: { arn: credentials.arn, hosts: credentials.hosts, tenant, bindings: ports.bindings },
      }),
      sending: () => {
        isSent = true;
      },
      firstToken: () => {
        firstTokenMs = latencyMs();
      },
      signal,
      reserve,
      largestAnswerBytes,
      ...(take && { take: (response: IncomingMessage) => take(response, redact) }),
    };
    const response = redacted(await sendRequest(request), redact);
    if (response.status === 401 && endpoint.auth) forgetSecret(endpoint.auth);
    return { response, latencyMs: latencyMs(), firstTokenMs };
  } catch (error) {
    const failure = signal.aborted
      ? new RollcallError('TargetTimeout', `The endpoint gave no answer within ${deadlineMs / 1000} s.`, {
          cause: error,
        })
      : classifyNetworkError(error, hostAndPort(endpoint));
    const { name, message } = failure;
    const wasRefused = name === 'AddressRefused' || neverConnected(error);
    const shown = new RollcallError(name as ErrorName, redact(message), { cause: failure.cause });
    const isTurnedAway = name === 'TargetThrottled';
    return { error: shown, isSent: isSent && !wasRefused, isTurnedAway, latencyMs: latencyMs() };
  }
}

/** Header names that were found unreadable, each said once. */
const unreadable = new Set<string>();

/** The limits that an answer tells of. */
export function limitsIn({ headers }: EndpointResponse): SeenLimits['limits'] {
  const { limits, nonsense } = seenLimits(headers, Date.now());
  for (const header of nonsense.filter((name) => !unreadable.has(name))) {
    unreadable.add(header);
    logger.warn('A header about a rate limit cannot be read and is ignored', { header });
  }
  return limits;
}

/** What an answer that is none says of itself, with its parsed body. */
export function refusalOf({ status, headers, body: text }: EndpointResponse, model?: Model | null) {
  const body = parseJson(text);
  const said = readableError(body) ?? text.slice(0, 500);
  const name = (model && refusalName(model, { status, headers, body })) ?? classifyStatus(status);
  return { body, error: new RollcallError(name, `HTTP ${status}${said ? `: ${said}` : ''}`) };
}

/** Whether an answer only says that calls come too fast, and when the next is welcome. */
export function turnedAwayBy({ status, headers }: EndpointResponse) {
  const asked = retryAfterSeconds(headers['retry-after'], serverClock(headers.date, Date.now()));
  return { retryAfterSeconds: asked, isTurnedAway: status === 429 || (status === 503 && asked !== undefined) };
}

/** The port is named although it is the usual one: it may be what is wrong. */
function hostAndPort({ url }: Endpoint): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

function requestUrl(endpoint: Endpoint, credentials: Credentials | undefined): URL {
  const url = new URL(endpoint.url);
  if (credentials?.parameter) url.searchParams.set(...credentials.parameter);
  return url;
}

function requestHeaders(endpoint: Endpoint, body: RequestBody, credentials: Credentials | undefined) {
  const headers: Record<string, string> = {
    accept: 'application/json, text/*;q=0.9, */*;q=0.1',
    'user-agent': 'rollcall',
  };
  if (body.text !== undefined) headers['content-type'] = body.contentType ?? 'application/json';
  for (const [name, value] of Object.entries(endpoint.headers)) headers[name.toLowerCase()] = value;
  if (credentials?.header) headers[credentials.header[0]] = credentials.header[1];
  return headers;
}
