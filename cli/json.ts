import { isTooDeep } from '../core/json.ts';

/** Parses JSON text. Returns other text unchanged. */
export function parseJson(text: string | null | undefined): unknown {
  if (text === null || text === undefined) return null;
  if (isTooDeep(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
