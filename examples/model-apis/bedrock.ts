import {
  bearerOf,
  isLocked,
  isUnknown,
  type ModelAnswer,
  type ModelApi,
  mayEnter,
  questionOf,
  textOfContent,
} from './api.ts';
import { type Answer, answerTo } from './simulated-model.ts';

/** Converse with a Bedrock API key, as the model of client-bedrock-runtime 3.1162 has it. */
export const bedrock: ModelApi = ({ path, headers, body, key }) => {
  const model = /^\/model\/([^/]+)\/converse$/.exec(path)?.[1];
  if (model === undefined) return undefined;
  const name = decodeURIComponent(model);
  if (!mayEnter(bearerOf(headers), key))
    return refusal(403, 'AccessDeniedException', 'Authentication failed: Please make sure your API Key is valid.');
  if (isUnknown(name)) return refusal(400, 'ValidationException', 'The provided model identifier is invalid.');
  if (isLocked(name))
    return refusal(403, 'AccessDeniedException', "You don't have access to the model with the specified model ID.");
  const question = `${textOfContent(body.system)}\n${questionOf(body.messages)}`.trim();
  const answer = answerTo(name, question, body.outputConfig !== undefined);
  if (answer.fault === 'throttle')
    return refusal(429, 'ThrottlingException', 'Too many requests, please wait before trying again.');
  if (answer.fault === 'overload')
    return refusal(503, 'ServiceUnavailableException', 'Bedrock is unable to process your request.');
  if (answer.fault === 'spent') return refusal(400, 'ServiceQuotaExceededException', 'The quota is exceeded.');
  return { json: converse(answer) };
};

const refusal = (status: number, type: string, message: string): ModelAnswer => ({
  status,
  headers: {
    'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/`,
    'x-amzn-requestid': 'simulated',
  },
  json: { message },
});

const STOPS: Readonly<Partial<Record<NonNullable<Answer['fault']>, string>>> = {
  long: 'max_tokens',
  filter: 'content_filtered',
  refuse: 'guardrail_intervened',
  tool: 'tool_use',
};

function converse({ fault, text, input, output, read, write }: Answer) {
  const call = { toolUse: { toolUseId: 'tooluse_1', name: 'look_up', input: { q: 'x' } } };
  return {
    output: { message: { role: 'assistant', content: fault === 'empty' ? [] : [fault === 'tool' ? call : { text }] } },
    stopReason: (fault && STOPS[fault]) ?? 'end_turn',
    usage: {
      inputTokens: input - read - write,
      outputTokens: output,
      totalTokens: input + output,
      cacheReadInputTokens: read,
      cacheWriteInputTokens: write,
    },
    metrics: { latencyMs: 12 },
  };
}
