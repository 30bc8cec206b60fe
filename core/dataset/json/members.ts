/** The members of a JSON object, in order: names decoded, names and values also as they stand in the text. */
export interface Members {
  readonly names: string[];
  readonly rawNames: string[];
  /** Between the colon and the comma, white space included. */
  readonly values: string[];
}

/** Cuts the text of an object, which must be valid JSON, at its top level. Numbers and escapes stay as written. */
export function membersOf(text: string): Members {
  const members: Members = { names: [], rawNames: [], values: [] };
  let at = skipSpace(text, text.indexOf('{') + 1);
  while (text.charCodeAt(at) !== CLOSE_BRACE) {
    const nameEnd = endOfString(text, at);
    const rawName = text.slice(at, nameEnd);
    const start = text.indexOf(':', nameEnd) + 1;
    const end = skipSpace(text, endOfValue(text, skipSpace(text, start)));
    members.rawNames.push(rawName);
    members.names.push(rawName.includes('\\') ? (JSON.parse(rawName) as string) : rawName.slice(1, -1));
    members.values.push(text.slice(start, end));
    at = text.charCodeAt(end) === COMMA ? skipSpace(text, end + 1) : end;
  }
  return members;
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;

export const isSpace = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;

export function skipSpace(text: string, at: number): number {
  let next = at;
  while (isSpace(text.charCodeAt(next))) next++;
  return next;
}

/** Just after the string's closing quote, or -1 when it is not there. */
export function endOfString(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); close >= 0; close = text.indexOf('"', close + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(close - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return close + 1;
  }
  return -1;
}

function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return endOfString(text, start);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return endOfNested(text, start);
  let at = start;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET || isSpace(code)) break;
  }
  return at;
}

/** Just after the bracket that closes the one at `start`, or -1 when the text ends before it. */
export function endOfNested(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at) - 1;
      if (at < 0) return -1;
    } else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
    else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && --depth === 0) return at + 1;
  }
  return -1;
}
