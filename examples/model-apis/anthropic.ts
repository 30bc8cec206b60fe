import {
  bearerOf,
  isLocked,
  isUnknown,
  type ModelAnswer,
  type ModelApi,
  mayEnter,
  namedEvent,
  questionOf,
  streamed,
  textOfContent,
} from './api.ts';
import { type Answer, answerTo, wordsOf } from './simulated-model.ts';

/** The Messages API, as the types of @anthropic-ai/sdk 1.10 and its errors have it. */
export const anthropic: ModelApi = ({ path, headers, body, key }) => {
  if (!path.endsWith('/messages')) return undefined;
  const model = String(body.model);
  // SDKs since API version 2026-10-21 send a bearer token; x-api-key goes on to work.
  if (!mayEnter(bearerOf(headers) ?? String(headers['x-api-key'] ?? ''), key))
    return refusal(401, 'authentication_error', 'invalid x-api-key');
  if (!headers['anthropic-version'])
    return refusal(400, 'invalid_request_error', 'anthropic-version: header is required');
  if (typeof body.max_tokens !== 'number') return refusal(400, 'invalid_request_error', 'max_tokens: Field required');
  if (isUnknown(model)) return refusal(404, 'not_found_error', `model: ${model}`);
  if (isLocked(model))
    return refusal(403, 'permission_error', 'Your API key does not have permission to use the model.');
  const question = `${textOfContent(body.system)}\n${questionOf(body.messages)}`.trim();
  const answer = answerTo(model, question, body.output_config !== undefined);
  const limited = limitOf(answer);
  if (limited) return limited;
  return body.stream === true
    ? streamed(events(model, answer), answer)
    : { json: message(model, answer), headers: LIMITS };
};

const LIMITS = {
  'request-id': 'req_simulated',
  'anthropic-ratelimit-requests-limit': '4000',
  'anthropic-ratelimit-requests-remaining': '3999',
  'anthropic-ratelimit-requests-reset': new Date(Date.now() + 1_000).toISOString(),
};

const refusal = (status: number, type: string, said: string, headers = {}): ModelAnswer => ({
  status,
  headers,
  json: { type: 'error', error: { type, message: said }, request_id: 'req_simulated' },
});

function limitOf({ fault }: Answer): ModelAnswer | undefined {
  if (fault === 'throttle')
    return refusal(429, 'rate_limit_error', 'This request would exceed your rate limit.', { 'retry-after': '1' });
  if (fault === 'spent')
    return refusal(429, 'rate_limit_error', 'You have reached your spend limit.', { 'x-should-retry': 'false' });
  return fault === 'overload' ? refusal(529, 'overloaded_error', 'Overloaded') : undefined;
}

const stopOf = ({ fault }: Answer): string =>
  fault === 'long'
    ? 'max_tokens'
    : fault === 'refuse' || fault === 'filter'
      ? 'refusal'
      : fault === 'tool'
        ? 'tool_use'
        : 'end_turn';

/** Input, cache reads and cache writes add up to the prompt. */
const usageOf = ({ input, output, reasoning, read, write }: Answer) => ({
  input_tokens: input - read - write,
  cache_creation_input_tokens: write,
  cache_read_input_tokens: read,
  cache_creation: { ephemeral_5m_input_tokens: write, ephemeral_1h_input_tokens: 0 },
  output_tokens: output,
  output_tokens_details: { thinking_tokens: reasoning },
  inference_geo: null,
  server_tool_use: null,
  service_tier: 'standard',
  speed: 'standard',
});

function message(model: string, answer: Answer) {
  const { fault, text } = answer;
  const stop = stopOf(answer);
  const block =
    fault === 'tool'
      ? { type: 'tool_use', id: 'toolu_1', name: 'look_up', input: { q: 'x' } }
      : { type: 'text', text, citations: null };
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: stop === 'refusal' || fault === 'empty' ? [] : [block],
    stop_reason: stop,
    stop_sequence: null,
    ...(stop === 'refusal' && {
      stop_details: { type: 'refusal', category: 'cyber', explanation: 'It is not allowed.' },
    }),
    usage: usageOf(answer),
  };
}

function events(model: string, answer: Answer): string[] {
  const whole = message(model, answer);
  const usage = usageOf(answer);
  const isTool = answer.fault === 'tool';
  const begin = isTool ? whole.content[0] : { type: 'text', text: '', citations: null };
  const deltas = isTool
    ? [{ type: 'input_json_delta', partial_json: '{"q":"x"}' }]
    : whole.content.length === 0
      ? []
      : wordsOf(answer.text).map((text) => ({ type: 'text_delta', text }));
  return [
    {
      type: 'message_start',
      message: { ...whole, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
    },
    ...(deltas.length > 0
      ? [
          { type: 'content_block_start', index: 0, content_block: begin },
          { type: 'ping' },
          ...deltas.map((delta) => ({ type: 'content_block_delta', index: 0, delta })),
          { type: 'content_block_stop', index: 0 },
        ]
      : []),
    { type: 'message_delta', delta: { stop_reason: whole.stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ].map(namedEvent);
}
