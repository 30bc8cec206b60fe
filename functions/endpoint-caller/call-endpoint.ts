import type { CallerRun } from '../../contracts/caller.ts';
import type { Endpoint } from '../../contracts/endpoint.ts';
import { type ErrorName, RollcallError } from '../../contracts/errors.ts';
import { ownerOf } from '../../contracts/tenant.ts';
import { classifyNetworkError, classifyStatus } from '../../core/classify-error.ts';
import { isTooDeep, MOST_LEVELS, parseJson } from '../../core/json.ts';
import { findUsage } from '../../core/normalize/find-usage.ts';
import { endpointFailure, normalizeEndpointAnswer } from '../../core/normalize/normalize-endpoint-answer.ts';
import { readableError } from '../../core/normalize/reported-failure.ts';
import { type SeenLimits, seenLimits } from '../../core/pacing/rate-headers.ts';
import { serverClock } from '../../core/pacing/reset-time.ts';
import { retryAfterSeconds } from '../../core/retry-after.ts';
import { callDeadlineMs } from '../caller/call-deadline.ts';
import { finishAnswer } from '../caller/finish-answer.ts';
import type { Outcome, RowCall } from '../caller/target.ts';
import { logger } from '../shared/powertools.ts';
import { type Credentials, credentialsOf, forgetSecret, type SecretPorts } from './credentials.ts';
import { redactConfigured, redacted } from './redact-answer.ts';
import type { RequestBody } from './request-body.ts';
import { type EndpointResponse, sendRequest } from './send-request.ts';

/** Sends the row to the endpoint once and reads its answer. */
export async function callEndpoint(call: RowCall, body: RequestBody, ports: SecretPorts): Promise<Outcome> {
  const { run } = call;
  const endpoint = run.endpoint as Endpoint;
  const deadlineMs = callDeadlineMs(call);
  const signal = AbortSignal.timeout(deadlineMs);
  const startedAt = performance.now();
  const latencyMs = () => performance.now() - startedAt;
  // Some endpoints answer with the request they got; the credentials in it are not for the results table.
  let redact = redactConfigured(endpoint);
  try {
    const to = { url: new URL(endpoint.url), tenant: ownerOf(run.evaluationId).tenant };
    const credentials = endpoint.auth && (await credentialsOf(endpoint.auth, to, ports));
    redact = redactConfigured(endpoint, credentials);
    const request = {
      ...endpoint,
      url: requestUrl(endpoint, credentials),
      headers: requestHeaders(endpoint, body, credentials),
      body: body.text,
      signal,
      reserve: call.reserve,
    };
    const response = redacted(await sendRequest(request), redact);
    if (response.status === 401 && endpoint.auth) forgetSecret(endpoint.auth);
    const outcome = await read(run, endpoint, response, latencyMs());
    return { ...outcome, request: body.text, limits: limitsIn(response) };
  } catch (error) {
    const failure = signal.aborted
      ? new RollcallError('TargetTimeout', `The endpoint gave no answer within ${deadlineMs / 1000} s.`, {
          cause: error,
        })
      : classifyNetworkError(error, new URL(endpoint.url).host);
    const { name, message } = failure;
    const shown = new RollcallError(name as ErrorName, redact(message), { cause: failure.cause });
    return { kind: 'failed', error: shown, answer: { latencyMs: latencyMs() }, request: body.text };
  }
}

/** Header names that were found unreadable, each said once. */
const unreadable = new Set<string>();

function limitsIn({ headers }: EndpointResponse): SeenLimits['limits'] {
  const { limits, nonsense } = seenLimits(headers, Date.now());
  for (const header of nonsense.filter((name) => !unreadable.has(name))) {
    unreadable.add(header);
    logger.warn('A header about a rate limit cannot be read and is ignored', { header });
  }
  return limits;
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
  if (body.text !== undefined) {
    headers['content-type'] = body.contentType ?? 'application/json';
    headers['content-length'] = String(Buffer.byteLength(body.text));
  }
  for (const [name, value] of Object.entries(endpoint.headers)) headers[name.toLowerCase()] = value;
  if (credentials?.header) headers[credentials.header[0]] = credentials.header[1];
  return headers;
}

async function read(
  run: CallerRun,
  endpoint: Endpoint,
  response: EndpointResponse,
  latencyMs: number,
): Promise<Outcome> {
  const { status, headers } = response;
  const kept = { latencyMs, fullResponseBody: response.body };
  if (status < 200 || status > 299) {
    const body = parseJson(response.body);
    const said = readableError(body) ?? response.body.slice(0, 500);
    const error = new RollcallError(classifyStatus(status), `HTTP ${status}${said ? `: ${said}` : ''}`);
    // A refusal may have cost something all the same.
    const answer = { ...findUsage(body), ...kept };
    const asked = retryAfterSeconds(headers['retry-after'], serverClock(headers.date, Date.now()));
    const isTurnedAway = status === 429 || (status === 503 && asked !== undefined);
    return { kind: 'failed', error, answer, retryAfterSeconds: asked, isTurnedAway };
  }
  const parsed = parsedBody(endpoint, response);
  if (parsed instanceof RollcallError) return { kind: 'failed', error: parsed, answer: kept };
  const answer = { ...normalizeEndpointAnswer(parsed), ...kept };
  const failure = run.outputMapping ? undefined : endpointFailure(parsed);
  if (failure !== undefined) return { kind: 'failed', error: new RollcallError('TargetFailed', failure), answer };
  return finishAnswer(run, answer, { status, headers, body: parsed });
}

/** The body as the configuration says to read it; `auto` goes by the content type. */
function parsedBody({ response: as }: Endpoint, { headers, body }: EndpointResponse): unknown {
  const isJson = as === 'json' || (as === 'auto' && /[/+]json\b/i.test(headers['content-type'] ?? ''));
  if (!isJson) return body;
  if (body.trim() === '') return undefined;
  const parsed = parseJson(body);
  if (parsed !== undefined) return parsed;
  if (isTooDeep(body)) {
    return new RollcallError(
      'AnswerUnreadable',
      `The answer is nested more than ${MOST_LEVELS} levels deep. Set endpoint.response to text to keep it as it is.`,
    );
  }
  return new RollcallError(
    'AnswerUnreadable',
    `The answer (${headers['content-type'] ?? 'without a content type'}) is not JSON. Set endpoint.response to text if that is as it should be.`,
  );
}
