import { isObject, type JsonObject } from '../../core/json.ts';
import type { Model } from './model-schema.ts';
import {
  blockText,
  type Conversation,
  listOf,
  type Provider,
  type Reply,
  splitParameters,
  textIn,
} from './provider.ts';
import { isResponses } from './provider-addresses.ts';

const CHAT_NAMES = {
  maxTokens: 'max_completion_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  stop: 'stop',
  stream: 'stream',
};
const RESPONSES_NAMES = { ...CHAT_NAMES, maxTokens: 'max_output_tokens' };

function chat({ system, messages }: Conversation, model: Model, names: Readonly<Record<string, string>>): JsonObject {
  const { common, others } = splitParameters(model, names);
  return {
    model: model.model,
    messages: [...(system ? [{ role: 'system', content: system }] : []), ...messages],
    ...common,
    ...(common.stream === true && { stream_options: { include_usage: true } }),
    ...(model.responseSchema && {
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: model.responseSchema } },
    }),
    ...others,
  };
}

function responses({ system, messages }: Conversation, model: Model): JsonObject {
  const { common, others } = splitParameters(model, RESPONSES_NAMES);
  return {
    model: model.model,
    ...(system && { instructions: system }),
    input: messages,
    ...common,
    ...(model.responseSchema && {
      text: { format: { type: 'json_schema', name: 'answer', schema: model.responseSchema } },
    }),
    ...others,
  };
}

function replyOfChat({ choices }: JsonObject): Reply {
  const [choice = {}] = listOf(choices);
  const message = isObject(choice.message) ? choice.message : {};
  const { content, refusal, tool_calls } = message;
  if (typeof refusal === 'string') return { stop: 'refusal', said: refusal };
  const [call] = listOf(tool_calls);
  const tool = isObject(call?.function) ? call.function.name : undefined;
  const text = textIn(content) ?? blockText(listOf(content));
  return { text, stop: tool && !text ? 'tool_calls' : textIn(choice.finish_reason), said: textIn(tool) };
}

function replyOfResponses({ output, status, incomplete_details, error }: JsonObject): Reply {
  const items = listOf(output);
  const parts = items.flatMap(({ content }) => listOf(content));
  const refusal = parts.find(({ type }) => type === 'refusal')?.refusal;
  if (typeof refusal === 'string') return { stop: 'refusal', said: refusal };
  const text = blockText(parts);
  if (status === 'incomplete') {
    return { text, stop: isObject(incomplete_details) ? textIn(incomplete_details.reason) : 'incomplete' };
  }
  if (status !== 'completed') {
    const said = isObject(error) ? (textIn(error.message) ?? textIn(error.code)) : undefined;
    return { stop: textIn(status) ?? 'unfinished', said };
  }
  const tool = items.find(({ type }) => type === 'function_call')?.name;
  return { text, stop: tool && !text ? 'tool_calls' : 'completed', said: textIn(tool) };
}

export const openai: Provider = {
  request: (conversation, model) =>
    isResponses(model) ? responses(conversation, model) : chat(conversation, model, CHAT_NAMES),
  reply: (body) => ('choices' in body ? replyOfChat(body) : replyOfResponses(body)),
  ends: {
    length: 'AnswerTruncated',
    max_output_tokens: 'AnswerTruncated',
    max_messages: 'AnswerTruncated',
    incomplete: 'AnswerTruncated',
    content_filter: 'ContentFiltered',
    refusal: 'ModelRefused',
    tool_calls: 'ToolCallAnswer',
    function_call: 'ToolCallAnswer',
    failed: 'TargetFailed',
    cancelled: 'TargetFailed',
    queued: 'AnswerUnreadable',
    in_progress: 'AnswerUnreadable',
    unfinished: 'AnswerUnreadable',
  },
  errors: {
    invalid_api_key: 'ModelAccessDenied',
    insufficient_quota: 'ModelQuotaSpent',
    model_not_found: 'ModelNotFound',
    context_length_exceeded: 'PromptTooLong',
    content_filter: 'ContentFiltered',
    content_policy_violation: 'ContentFiltered',
  },
};
