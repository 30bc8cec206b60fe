import type { NormalizedAnswer } from '../../contracts/caller.ts';
import { type ErrorName, RollcallError } from '../../contracts/errors.ts';
import { isObject, type JsonObject, parseJson } from '../../core/json.ts';
import { type Model, textOfPrompt } from './model-schema.ts';
import { type PromptScope, parsePrompt, renderPrompt } from './prompt-template.ts';
import { PROVIDERS } from './providers.ts';

/** The request's body for a row. Values become part of texts, never of the JSON around them. */
export function modelRequest(model: Model, scope: PromptScope): JsonObject {
  const render = (given: NonNullable<Model['prompt']>) => renderPrompt(parsePrompt(textOfPrompt(given)), scope);
  const messages = model.messages ?? [{ role: 'user' as const, content: model.prompt ?? '' }];
  const conversation = {
    ...(model.system && { system: render(model.system) }),
    messages: messages.map(({ role, content }) => ({ role, content: render(content) })),
  };
  return PROVIDERS[model.provider].request(conversation, model);
}

/** The model's own names, where its answer has none. */
export const namedBy = <Found extends Partial<NormalizedAnswer>>({ provider, model }: Model, found: Found): Found => ({
  ...found,
  providerName: found.providerName ?? provider,
  modelName: found.modelName ?? model,
});

/** What the model said, or why that is no answer. */
export function readReply(model: Model, body: unknown): string | RollcallError {
  const { reply, ends } = PROVIDERS[model.provider];
  const { text, stop, said } = isObject(body) ? reply(body) : {};
  const end = stop === undefined ? undefined : ends[stop];
  if (end)
    return new RollcallError(
      end,
      `${MEANINGS[end] ?? 'The model gave no whole answer'} (${stop})${said ? `: ${said}` : ''}.`,
    );
  if (text === undefined) {
    return new RollcallError(
      'AnswerUnreadable',
      `The answer has no text${stop ? ` (${stop})` : ''}: it is not as ${model.provider} answers.`,
    );
  }
  if (model.responseSchema && parseJson(text) === undefined) {
    return new RollcallError(
      'AnswerUnreadable',
      'The model answered with text that is not JSON, although responseSchema asks for it.',
    );
  }
  return text;
}

const MEANINGS: Partial<Record<ErrorName, string>> = {
  AnswerTruncated: 'The answer was cut off at the token limit',
  PromptTooLong: 'The prompt does not fit the model’s context window',
  ContentFiltered: 'A content filter stopped the answer',
  ModelRefused: 'The model refused to answer',
  ToolCallAnswer: 'The model asked for a tool instead of answering',
};

const BY_STATUS: Readonly<Record<number, ErrorName>> = {
  401: 'ModelAccessDenied',
  402: 'ModelQuotaSpent',
  403: 'ModelAccessDenied',
  404: 'ModelNotFound',
  413: 'PromptTooLong',
};

interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed. */
  readonly body: unknown;
}

/** The error of a request that the provider refused, where it is a better one than the status alone gives. */
export function refusalName({ provider }: Model, { status, headers, body }: Refusal): ErrorName | undefined {
  const { errors = {} } = PROVIDERS[provider];
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const type = headers['x-amzn-errortype']?.split(':')[0];
  const known = [type, error.code, error.type].map((code) => errors[String(code)]).find((name) => name !== undefined);
  if (known) return known;
  // A limit on spending comes as a 429 too, and waiting does not mend it.
  if (status === 429) return headers['x-should-retry'] === 'false' ? 'ModelQuotaSpent' : undefined;
  if (status === 400 && /model identifier is invalid/i.test(JSON.stringify(body))) return 'ModelNotFound';
  return BY_STATUS[status];
}
