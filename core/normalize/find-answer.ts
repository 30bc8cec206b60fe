import { asText, isObject } from '../json.ts';
import { lastAnswer, textOf } from './text-of.ts';

/** The first of these finds the answer; each knows one shape of output. */
const SHAPES: ((output: Record<string, unknown>) => string | undefined)[] = [
  ({ structured_output }) => (present(structured_output) ? asText(structured_output) : undefined),
  ({ output }) => (isObject(output) && present(output.answer) ? said(output.answer) : undefined),
  ({ output }) => (present(output) ? said(output) : undefined),
  ({ answer }) => (present(answer) ? said(answer) : undefined),
  ({ messages }) => lastAnswer(messages),
  ({ agent_messages }) => lastAnswer(agent_messages),
];

/** Shapes of HTTP APIs: OpenAI's chat completions and responses, Anthropic's and Bedrock's messages, Gemini, Ollama, plain ones. */
const HTTP_SHAPES: ((body: Record<string, unknown>) => string | undefined)[] = [
  ({ choices }) => (isObject(first(choices)) ? ofChoice(first(choices) as Record<string, unknown>) : undefined),
  ({ output_text }) => (typeof output_text === 'string' ? output_text : undefined),
  ({ output }) => (Array.isArray(output) ? lastAnswer(output) : undefined),
  ({ output }) => (isObject(output) && isObject(output.message) ? textOf(output.message.content) : undefined),
  ({ content, role }) => (role === 'assistant' || Array.isArray(content) ? textOf(content) : undefined),
  ({ candidates }) =>
    isObject(first(candidates)) ? lastAnswer([(first(candidates) as { content?: unknown }).content]) : undefined,
  ({ message }) => (isObject(message) ? textOf(message.content) : undefined),
];

const PLAIN_FIELDS = ['result', 'response', 'completion', 'generated_text', 'text', 'content', 'message'];

/** The answer in an agent's output. What fits no shape is its own answer. */
export function findAnswer(output: unknown): string {
  if (!isObject(output)) return asText(output);
  return firstOf(SHAPES, output) ?? asText(output);
}

/** The answer in an HTTP body. */
export function findAnswerInBody(body: unknown): string {
  if (!isObject(body)) return asText(body);
  const found = firstOf(HTTP_SHAPES, body) ?? firstOf(SHAPES, body);
  if (found !== undefined) return found;
  const field = PLAIN_FIELDS.find((name) => present(body[name]));
  return field === undefined ? asText(body) : said(body[field]);
}

function firstOf(shapes: typeof SHAPES, output: object): string | undefined {
  for (const shape of shapes) {
    const found = shape(output as Record<string, unknown>);
    if (found !== undefined) return found;
  }
  return undefined;
}

const ofChoice = ({ message, text }: Record<string, unknown>): string | undefined =>
  isObject(message) ? textOf(message.content) : textOf(text);

const first = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

const present = (value: unknown): boolean => value !== undefined && value !== null;

/** A list of text parts is their text; any other value is itself. */
const said = (value: unknown): string => (Array.isArray(value) ? (textOf(value) ?? asText(value)) : asText(value));
