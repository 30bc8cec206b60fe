export type JsonObject = { readonly [key: string]: unknown };

export const isObject = (value: unknown): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The value of JSON text, or undefined when it is no JSON. */
export function parseJson(text: string): unknown {
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
