import type { DatasetRow } from '../contracts/dataset-row.ts';
import { asText, fromColumn, isObject } from './json.ts';

/** Fields that hold the question when a row has several, likeliest first. */
export const QUESTION_FIELDS = ['prompt', 'question', 'message', 'text', 'input', 'query'];

/** Without a mapping an agent gets the row's question as a user message, and all its fields beside it. */
export function defaultAgentInput(row: DatasetRow): unknown {
  const input = fromColumn(row.input);
  return {
    messages: [{ role: 'user', content: questionOf(input) }],
    input: isObject(input) ? input : { input: input ?? null },
  };
}

/**
 * Without a mapping a tool gets the row's fields. Tools that take a tool call find `name`, `id` and `input` too, unless the
 * row has fields of these names itself.
 */
export function defaultToolInput(row: DatasetRow, toolName: string): unknown {
  const input = fromColumn(row.input);
  return isObject(input) ? { name: toolName, id: row.sample_id, input, ...input } : (input ?? null);
}

/** A known field, the only text field, or the whole input as JSON. */
function questionOf(input: unknown): string {
  if (!isObject(input)) return asText(input ?? '');
  for (const field of QUESTION_FIELDS) {
    const value = input[field];
    if (typeof value === 'string') return value;
  }
  const texts = Object.values(input).filter((value) => typeof value === 'string');
  return texts.length === 1 && texts[0] !== undefined ? texts[0] : asText(input);
}

/** `…:function:NAME[:ALIAS]` */
export const toolNameOf = (arn: string): string => arn.split(':')[6] ?? arn;
