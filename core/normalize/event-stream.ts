import { RollcallError } from '../../contracts/errors.ts';
import { isObject, type JsonObject, parseJson } from '../json.ts';
import { readableError } from './reported-failure.ts';

export const isEventStream = (contentType: string | undefined): boolean =>
  /^text\/event-stream\b/i.test(contentType ?? '');

/** The first part of an answer's text, as OpenAI (Chat Completions, Responses) and Anthropic send it. */
const FIRST_TOKEN = /"delta"\s*:\s*\{[^{}]*"content"\s*:\s*"[^"]|response\.output_text\.delta|"text_delta"/;
const OF_A_MODEL = /chat\.completion\.chunk|response\.created|"message_start"/;

/** Whether so much of a stream has some of the answer in it. Of an unknown stream, any event does. */
export const hasToken = (text: string): boolean =>
  OF_A_MODEL.test(text) ? FIRST_TOKEN.test(text) : /^data:/m.test(text);

/**
 * A stream of events, read to its end, as the answer that would have come without streaming: its parsed body, or the text
 * of a stream that nobody knows.
 */
export function assembleStream(text: string): unknown {
  const data = text.split(/\r?\n\r?\n/).flatMap(dataOf);
  const [first] = data;
  const opening = first === undefined ? undefined : parseJson(first);
  if (!isObject(opening)) return plain(data);
  const read = readerOf(opening);
  if (!read) return plain(data);
  const events = data.filter((one) => one !== '[DONE]').map(parsedEvent);
  const failure = events.find(({ type, error }) => type === 'error' || isObject(error));
  if (failure) throw failed(failure);
  return read(events);
}

/** Lines of one event; what else it says is of no use here. */
function dataOf(event: string): string[] {
  const lines = event.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? []);
  return lines.length > 0 ? [lines.join('\n')] : [];
}

function parsedEvent(data: string): JsonObject {
  const value = parseJson(data);
  if (isObject(value)) return value;
  throw new RollcallError('AnswerUnreadable', `The stream has an event that is not JSON: ${data.slice(0, 100)}`);
}

function failed({ error, ...event }: JsonObject): RollcallError {
  const isOverloaded = isObject(error) && error.type === 'overloaded_error';
  const name = isOverloaded ? 'TargetUnavailable' : 'TargetFailed';
  return new RollcallError(name, readableError(error ?? event) ?? 'The stream ended with an error.');
}

type Reader = (events: readonly JsonObject[]) => JsonObject;

function readerOf({ choices, type }: JsonObject): Reader | undefined {
  if (Array.isArray(choices)) return chatOf;
  if (typeof type !== 'string') return undefined;
  return type === 'message_start' ? messageOf : type.startsWith('response.') ? responseOf : undefined;
}

export const truncated = (cause?: unknown): RollcallError =>
  new RollcallError('StreamTruncated', 'The stream ended before the answer did.', { cause });

/** OpenAI’s chunks of a chat completion. Usage comes in the last one, without a choice. */
function chatOf(events: readonly JsonObject[]): JsonObject {
  const choices = events.flatMap(({ choices: [choice] = [] }: { choices?: unknown[] }) =>
    isObject(choice) && (choice.index ?? 0) === 0 ? [choice] : [],
  );
  const finish = choices.findLast(({ finish_reason: reason }) => typeof reason === 'string');
  if (!finish) throw truncated();
  const deltas = choices.map(({ delta }) => (isObject(delta) ? delta : {}));
  const joined = (name: string) => textsOf(deltas.map((delta) => delta[name]));
  const calls = deltas.flatMap(({ tool_calls: called }) => (Array.isArray(called) ? called : []));
  const message = {
    role: 'assistant',
    content: joined('content'),
    refusal: joined('refusal'),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  const { choices: _, object: _object, ...about } = Object.assign({}, ...events) as JsonObject;
  return { ...about, choices: [{ index: 0, message, finish_reason: finish.finish_reason }] };
}

/** OpenAI’s last event holds the whole response. */
function responseOf(events: readonly JsonObject[]): JsonObject {
  const end = events.findLast(({ type }) => /^response\.(completed|failed|incomplete)$/.test(String(type)));
  if (!isObject(end?.response)) throw truncated();
  return end.response;
}

/** Anthropic’s message: its usage is cumulative, and the last one counts. */
function messageOf(events: readonly JsonObject[]): JsonObject {
  const start = events[0]?.message;
  const last = events.findLast(({ type }) => type === 'message_delta');
  if (!isObject(start) || !isObject(last?.delta) || !events.some(({ type }) => type === 'message_stop')) {
    throw truncated();
  }
  const content = events
    .filter(({ type }) => type === 'content_block_start')
    .map(({ index, content_block: block }) => {
      const deltas = events.filter((event) => event.type === 'content_block_delta' && event.index === index);
      const text = textsOf(deltas.map(({ delta }) => (isObject(delta) ? delta.text : undefined)));
      return { ...(isObject(block) ? block : {}), ...(text !== null && { text }) };
    });
  const usage = { ...(isObject(start.usage) && start.usage), ...(isObject(last.usage) && last.usage) };
  return { ...start, ...last.delta, content, usage };
}

function textsOf(parts: readonly unknown[]): string | null {
  const texts = parts.filter((part) => typeof part === 'string');
  return texts.length > 0 ? texts.join('') : null;
}

const PLAIN_FIELDS = ['text', 'content', 'token', 'delta', 'output'];

/** Texts as they came, or the usual field of small objects. */
const plain = (data: readonly string[]): string =>
  data
    .filter((one) => one !== '[DONE]')
    .map((one) => {
      const value = parseJson(one);
      if (typeof value === 'string') return value;
      const field = isObject(value) && PLAIN_FIELDS.map((name) => value[name]).find((part) => typeof part === 'string');
      return typeof field === 'string' ? field : one;
    })
    .join('');
