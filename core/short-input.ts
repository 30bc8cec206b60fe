import { asText, isObject, parseJson } from './json.ts';

/** The values of an input's fields; their names only say the same in every row. */
export const shortValue = (value: unknown): string =>
  isObject(value)
    ? Object.values(value)
        .map(asText)
        .filter((text) => text !== '')
        .join(' · ')
    : asText(value);

/** Of an input as a table has it: as JSON text. */
export function shortInput(text: string | null): string {
  const value = text === null ? undefined : parseJson(text);
  return isObject(value) ? shortValue(value) : (text ?? '');
}
