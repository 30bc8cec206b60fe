import { asText, isObject, parseJson } from '../../core/json.ts';

/** The values of the input's fields; their names only say the same in every row. */
export function shortInput(text: string | null): string {
  const value = text === null ? undefined : parseJson(text);
  if (!isObject(value)) return text ?? '';
  return Object.values(value)
    .map(asText)
    .filter((text) => text !== '')
    .join(' · ');
}
