/** A JSON value together with its text: each is made once, and the text gives the size and goes into the history. */
export interface Data {
  readonly value: unknown;
  readonly json: string;
}

/** The largest input, output or task result, in bytes of UTF-8. */
const LARGEST_PAYLOAD = 262_144;

export function toData(value: unknown): Data {
  return { value, json: JSON.stringify(value) ?? 'null' };
}

export function isTooLarge(json: string, limit = LARGEST_PAYLOAD): boolean {
  if (json.length > limit) return true;
  // A UTF-16 unit is at most three bytes of UTF-8: most texts need no counting.
  return json.length * 3 > limit && Buffer.byteLength(json) > limit;
}
