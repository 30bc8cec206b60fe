import { isObject } from '../../core/json.ts';
import { blockText, listOf, type Provider, splitParameters, textIn } from './provider.ts';

const NAMES = {
  maxTokens: 'max_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  stop: 'stop_sequences',
  stream: 'stream',
};

/** Anthropic requires a limit; this one holds any ordinary answer. */
const MAX_TOKENS = 4096;

/** The Messages API. */
export const anthropic: Provider = {
  request({ system, messages }, model) {
    const { common, others } = splitParameters(model, NAMES);
    const { stop_sequences: stop } = common;
    return {
      model: model.model,
      max_tokens: MAX_TOKENS,
      ...(system && { system }),
      messages,
      ...common,
      ...(stop !== undefined && { stop_sequences: [stop].flat() }),
      ...(model.responseSchema && { output_config: { format: { type: 'json_schema', schema: model.responseSchema } } }),
      ...others,
    };
  },

  reply({ content, stop_reason, stop_details }) {
    const blocks = listOf(content);
    const tool = blocks.find(({ type }) => type === 'tool_use')?.name;
    const details = isObject(stop_details) ? (stop_details.explanation ?? stop_details.category) : undefined;
    return { text: blockText(blocks), stop: textIn(stop_reason), said: textIn(details) ?? textIn(tool) };
  },

  ends: {
    max_tokens: 'AnswerTruncated',
    model_context_window_exceeded: 'PromptTooLong',
    refusal: 'ModelRefused',
    tool_use: 'ToolCallAnswer',
    pause_turn: 'AnswerTruncated',
  },
  errors: {
    authentication_error: 'ModelAccessDenied',
    permission_error: 'ModelAccessDenied',
    billing_error: 'ModelQuotaSpent',
    not_found_error: 'ModelNotFound',
    request_too_large: 'PromptTooLong',
    overloaded_error: 'TargetUnavailable',
  },
};
