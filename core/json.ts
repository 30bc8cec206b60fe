export type JsonObject = { readonly [key: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Values nested deeper than this are not worked with: a program that goes through them runs out of stack. */
export const MOST_LEVELS = 1_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether the brackets of JSON text are nested too deep. */
export function isTooDeep(text: string, most = MOST_LEVELS): boolean {
  if (text.length <= most) return false;
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      for (at += 1; at < text.length && text.charCodeAt(at) !== QUOTE; at += 1) {
        if (text.charCodeAt(at) === BACKSLASH) at += 1;
      }
    } else if (code === 0x7b || code === 0x5b) {
      level += 1;
      if (level > most) return true;
    } else if (code === 0x7d || code === 0x5d) {
      level -= 1;
    }
  }
  return false;
}

/** The value of JSON text, or undefined when it is no JSON, or nested too deep. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Text stays as it is, everything else becomes JSON: how a value stands in a text column. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Table columns hold text: `{"a":1}` is an object, and what is no JSON is a plain string. */
export const fromColumn = (text: string | null | undefined): unknown =>
  text === null || text === undefined ? undefined : (parseJson(text) ?? (text.trim() === 'null' ? null : text));
