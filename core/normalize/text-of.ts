import { isObject } from '../json.ts';

/** The text of a message's content: a string, or the text parts of a list of parts. Undefined when it holds no text. */
export function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (isObject(content)) return typeof content.text === 'string' ? content.text : undefined;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((part) => (typeof part === 'string' ? part : textOf(part)));
  const found = texts.filter((text) => text !== undefined);
  return found.length > 0 ? found.join('') : undefined;
}

/** The answer in a conversation: the last thing the assistant said. */
export function lastAnswer(messages: unknown): string | undefined {
  if (!Array.isArray(messages)) return undefined;
  const spoken = messages.filter(isObject).filter((message) => !isQuestion(message.role ?? message.type));
  const last = (spoken.length > 0 ? spoken : messages).at(-1);
  return isObject(last) ? (textOf(last.content) ?? textOf(last.parts) ?? textOf(last)) : textOf(last);
}

const isQuestion = (role: unknown): boolean => ['user', 'human', 'system', 'tool', 'developer'].includes(String(role));
