import { isObject } from '../../core/json.ts';
import { blockText, listOf, type Provider, splitParameters, textIn } from './provider.ts';

const NAMES = { maxTokens: 'maxTokens', temperature: 'temperature', topP: 'topP', stop: 'stopSequences' };
/** Fields of Converse; the model's own parameters go into another object. */
const CONVERSE = [
  'guardrailConfig',
  'performanceConfig',
  'serviceTier',
  'requestMetadata',
  'toolConfig',
  'outputConfig',
];

/** The Converse API, with a Bedrock API key. */
export const bedrock: Provider = {
  request({ system, messages }, model) {
    const { common, others } = splitParameters(model, NAMES);
    const { stopSequences } = common;
    const entries = Object.entries(others).filter(([name]) => name !== 'stream');
    const own = entries.filter(([name]) => !CONVERSE.includes(name));
    return {
      ...(system && { system: [{ text: system }] }),
      messages: messages.map(({ role, content }) => ({ role, content: [{ text: content }] })),
      ...(Object.keys(common).length > 0 && {
        inferenceConfig: { ...common, ...(stopSequences !== undefined && { stopSequences: [stopSequences].flat() }) },
      }),
      ...(model.responseSchema && {
        outputConfig: {
          textFormat: {
            type: 'json_schema',
            structure: { jsonSchema: { name: 'answer', schema: JSON.stringify(model.responseSchema) } },
          },
        },
      }),
      ...(own.length > 0 && { additionalModelRequestFields: Object.fromEntries(own) }),
      ...Object.fromEntries(entries.filter(([name]) => CONVERSE.includes(name))),
    };
  },

  reply({ output, stopReason }) {
    const message = isObject(output) && isObject(output.message) ? output.message : {};
    const blocks = listOf(message.content);
    const call = blocks.find(({ toolUse }) => isObject(toolUse))?.toolUse;
    return { text: blockText(blocks), stop: textIn(stopReason), said: isObject(call) ? textIn(call.name) : undefined };
  },

  ends: {
    max_tokens: 'AnswerTruncated',
    model_context_window_exceeded: 'PromptTooLong',
    content_filtered: 'ContentFiltered',
    guardrail_intervened: 'ContentFiltered',
    tool_use: 'ToolCallAnswer',
    malformed_model_output: 'AnswerUnreadable',
    malformed_tool_use: 'AnswerUnreadable',
  },
  errors: {
    AccessDeniedException: 'ModelAccessDenied',
    ResourceNotFoundException: 'ModelNotFound',
    ServiceQuotaExceededException: 'ModelQuotaSpent',
    ModelErrorException: 'TargetFailed',
  },
};
