import {
  bearerOf,
  dataEvent,
  isLocked,
  isUnknown,
  type ModelAnswer,
  type ModelApi,
  mayEnter,
  namedEvent,
  questionOf,
  streamed,
} from './api.ts';
import { type Answer, answerTo, wordsOf } from './simulated-model.ts';

/** Chat Completions and Responses, as the types of openai 7.55 and its errors have them. */
export const openai: ModelApi = ({ path, headers, body, key }) => {
  const isChat = path.endsWith('/chat/completions');
  if (!isChat && !path.endsWith('/responses')) return undefined;
  const model = String(body.model);
  if (!mayEnter(bearerOf(headers), key))
    return refusal(401, 'invalid_request_error', 'invalid_api_key', 'Incorrect API key provided.');
  if (isUnknown(model)) {
    return refusal(
      404,
      'invalid_request_error',
      'model_not_found',
      `The model \`${model}\` does not exist or you do not have access to it.`,
    );
  }
  if (isLocked(model))
    return refusal(403, 'invalid_request_error', 'unsupported_country_region_territory', 'You may not use this model.');
  const question = `${body.instructions ?? ''}\n${questionOf(body.messages ?? body.input)}`.trim();
  const answer = answerTo(model, question, body.response_format !== undefined || body.text !== undefined);
  const limited = limitOf(answer);
  if (limited) return limited;
  if (isChat)
    return body.stream === true
      ? streamed(chatEvents(model, answer, body), answer)
      : { json: chat(model, answer), headers: LIMITS };
  return body.stream === true
    ? streamed(responseEvents(model, answer), answer)
    : { json: response(model, answer), headers: LIMITS };
};

const LIMITS = {
  'x-request-id': 'req_simulated',
  'x-ratelimit-limit-requests': '10000',
  'x-ratelimit-remaining-requests': '9999',
  'x-ratelimit-reset-requests': '6ms',
};

const refusal = (status: number, type: string, code: string | null, message: string, headers = {}): ModelAnswer => ({
  status,
  headers,
  json: { error: { message, type, param: null, code } },
});

function limitOf({ fault }: Answer): ModelAnswer | undefined {
  if (fault === 'throttle') {
    const headers = { 'retry-after': '1', 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1s' };
    return refusal(429, 'requests', 'rate_limit_exceeded', 'Rate limit reached.', headers);
  }
  if (fault === 'spent')
    return refusal(429, 'insufficient_quota', 'insufficient_quota', 'You exceeded your current quota.');
  return fault === 'overload' ? refusal(503, 'server_error', null, 'The engine is overloaded.') : undefined;
}

const finishOf = ({ fault }: Answer): string =>
  fault === 'long' ? 'length' : fault === 'filter' ? 'content_filter' : fault === 'tool' ? 'tool_calls' : 'stop';

const CALL = { id: 'call_1', type: 'function', function: { name: 'look_up', arguments: '{"q":"x"}' } };

const usageOf = ({ input, output, reasoning, read, write }: Answer) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: read, cache_write_tokens: write, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: 0 },
});

function chat(model: string, answer: Answer) {
  const { fault, text } = answer;
  const message = {
    role: 'assistant',
    content: fault === 'refuse' || fault === 'tool' || fault === 'empty' ? null : text,
    refusal: fault === 'refuse' ? 'I cannot help with that.' : null,
    ...(fault === 'tool' && { tool_calls: [CALL] }),
  };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_790_000_000,
    model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(answer) }],
    usage: usageOf(answer),
    service_tier: 'default',
  };
}

function chatEvents(model: string, answer: Answer, { stream_options: options }: Record<string, unknown>): string[] {
  const { fault, text } = answer;
  const chunk = (delta: unknown, finish: string | null = null) =>
    dataEvent({
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1_790_000_000,
      model,
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  const wantsUsage = (options as { include_usage?: boolean } | undefined)?.include_usage === true;
  const deltas =
    fault === 'refuse'
      ? [{ refusal: 'I cannot help with that.' }]
      : fault === 'tool'
        ? [{ tool_calls: [{ index: 0, ...CALL }] }]
        : wordsOf(`${text} `).map((content) => ({ content: content.trimEnd() }));
  return [
    chunk({ role: 'assistant', content: '' }),
    ...deltas.map((delta) => chunk(delta)),
    chunk({}, finishOf(answer)),
    ...(wantsUsage
      ? [
          dataEvent({
            id: 'chatcmpl-1',
            object: 'chat.completion.chunk',
            created: 1_790_000_000,
            model,
            choices: [],
            usage: usageOf(answer),
          }),
        ]
      : []),
    'data: [DONE]\n\n',
  ];
}

function response(model: string, answer: Answer) {
  const { fault, text, input, output, reasoning, read, write } = answer;
  const content =
    fault === 'refuse'
      ? { type: 'refusal', refusal: 'I cannot help with that.' }
      : { type: 'output_text', text, annotations: [], logprobs: [] };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content: [content] };
  const call = {
    id: 'fc_1',
    type: 'function_call',
    call_id: 'call_1',
    name: 'look_up',
    arguments: '{}',
    status: 'completed',
  };
  const isIncomplete = fault === 'long' || fault === 'filter';
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1_790_000_000,
    status: isIncomplete ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: isIncomplete ? { reason: fault === 'long' ? 'max_output_tokens' : 'content_filter' } : null,
    model,
    output: fault === 'empty' ? [] : [fault === 'tool' ? call : message],
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: read, cache_write_tokens: write },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: input + output,
    },
    service_tier: 'default',
  };
}

function responseEvents(model: string, answer: Answer): string[] {
  const whole = response(model, answer);
  const [item] = whole.output;
  const at = { output_index: 0 };
  const place = { ...at, item_id: 'msg_1', content_index: 0 };
  const part = { type: 'output_text', text: '', annotations: [], logprobs: [] };
  const isText = item?.type === 'message' && answer.fault !== 'refuse';
  const events = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [], usage: null } },
    ...(item ? [{ type: 'response.output_item.added', ...at, item: isText ? { ...item, content: [] } : item }] : []),
    ...(isText
      ? [
          { type: 'response.content_part.added', ...place, part },
          ...wordsOf(answer.text).map((delta) => ({
            type: 'response.output_text.delta',
            ...place,
            delta,
            logprobs: [],
          })),
          { type: 'response.output_text.done', ...place, text: answer.text, logprobs: [] },
        ]
      : []),
    ...(item ? [{ type: 'response.output_item.done', ...at, item }] : []),
    { type: `response.${whole.status}`, response: whole },
  ];
  return events.map((event, index) => namedEvent({ ...event, sequence_number: index }));
}
