import { isTooDeep } from '../core/json.ts';

/** JSON text of ours as a value; text that is not JSON stays text. */
export function parseJson(text: string | null | undefined): unknown {
  if (text === null || text === undefined) return null;
  if (isTooDeep(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
