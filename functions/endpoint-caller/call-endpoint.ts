import type { EndpointRun, NormalizedAnswer } from '../../contracts/caller.ts';
import type { Endpoint } from '../../contracts/endpoint.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { ownerOf } from '../../contracts/tenant.ts';
import { isTooDeep, MOST_LEVELS, parseJson } from '../../core/json.ts';
import { assembleStream, isEventStream } from '../../core/normalize/event-stream.ts';
import { findUsage } from '../../core/normalize/find-usage.ts';
import { endpointFailure, normalizeEndpointAnswer } from '../../core/normalize/normalize-endpoint-answer.ts';
import { namedBy } from '../../domain/models/ask-model.ts';
import { callDeadlineMs } from '../caller/call-deadline.ts';
import type { Outcome, RowCall } from '../caller/target.ts';
import type { SecretPorts } from './credentials.ts';
import { exchange, limitsIn, refusalOf, turnedAwayBy } from './exchange.ts';
import { finishEndpointAnswer } from './finish-endpoint-answer.ts';
import type { RequestBody } from './request-body.ts';
import type { EndpointResponse } from './send-request.ts';

/** Sends the row to the endpoint once and reads its answer. */
export async function callEndpoint(
  call: RowCall<EndpointRun>,
  body: RequestBody,
  ports: SecretPorts,
): Promise<Outcome> {
  const { run, reserve } = call;
  const { endpoint } = run;
  const { tenant } = ownerOf(run.evaluationId);
  const exchanged = await exchange({ endpoint, tenant, body, deadlineMs: callDeadlineMs(call), reserve }, ports);
  const { latencyMs, firstTokenMs } = exchanged;
  const request = body.text;
  if ('error' in exchanged) {
    const { error, isTurnedAway } = exchanged;
    return { kind: 'failed', error, isTurnedAway, answer: { latencyMs }, request };
  }
  const { response } = exchanged;
  return { ...(await read(run, response, { latencyMs, firstTokenMs })), request, limits: limitsIn(response) };
}

async function read(
  run: EndpointRun,
  response: EndpointResponse,
  times: Pick<NormalizedAnswer, 'latencyMs' | 'firstTokenMs'>,
): Promise<Outcome> {
  const { status, headers } = response;
  const kept = { ...times, fullResponseBody: response.body };
  if (status < 200 || status > 299) {
    const { body, error } = refusalOf(response, run.model);
    // A refusal may have cost something all the same.
    const answer = { ...findUsage(body), ...kept };
    const turnedAway = error.name === 'ModelQuotaSpent' ? {} : turnedAwayBy(response);
    return { kind: 'failed', error, answer: run.model ? namedBy(run.model, answer) : answer, ...turnedAway };
  }
  const parsed = parsedBody(run.endpoint, response);
  if (parsed instanceof RollcallError) return { kind: 'failed', error: parsed, answer: kept };
  const answer = { ...normalizeEndpointAnswer(parsed), ...kept };
  const failure = run.outputMapping && !run.model ? undefined : endpointFailure(parsed);
  if (failure !== undefined) return { kind: 'failed', error: new RollcallError('TargetFailed', failure), answer };
  return finishEndpointAnswer(run, answer, { status, headers, body: parsed });
}

/** The body as the configuration says to read it; `auto` goes by the content type. */
function parsedBody({ response: as }: Endpoint, { headers, body }: EndpointResponse): unknown {
  const isJson = as === 'json' || (as === 'auto' && /[/+]json\b/i.test(headers['content-type'] ?? ''));
  if (as === 'auto' && isEventStream(headers['content-type'])) return streamed(body);
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

function streamed(body: string): unknown {
  try {
    return assembleStream(body);
  } catch (error) {
    if (error instanceof RollcallError) return error;
    throw error;
  }
}
