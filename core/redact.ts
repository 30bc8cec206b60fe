import { isObject, parseJson } from './json.ts';

/** What stands where a secret stood. */
export const HIDDEN = '***';

/**
 * From this length on a secret is hidden wherever it stands. A shorter one may be part of an ordinary word, so it is
 * hidden where letters and digits do not go on around it.
 */
const ANYWHERE = 8;
/**
 * Below this length a secret is an everyday word or number: hidden everywhere, it would ruin most answers, and the holes
 * would tell what it is. It can be guessed in a moment anyway. It is hidden only behind the name it was sent under,
 * which is where an echo of the request has it.
 */
const ALONE = 4;

export interface Secret {
  readonly text: string;
  /** What precedes it in a request: `Bearer`, the name of a header or of a query parameter. */
  readonly sentAs: string;
  /** Not secret by itself, such as a user's name: hidden as a whole word only. */
  readonly isWord?: boolean;
}

export type Redact = (text: string) => string;

/** Hides the secrets in a text, also where they are written with the escapes of JSON, HTML or URLs, or in base64 or hex. */
export function redactor(secrets: readonly Secret[]): Redact {
  const given = secrets.filter(({ text }) => text !== '').sort((a, b) => b.text.length - a.text.length);
  if (given.length === 0) return (text) => text;
  const pattern = new RegExp(given.map(patternOf).join('|'), 'gu');
  return (text) => text.replace(pattern, HIDDEN);
}

/** Hides them in JSON text so that it stays JSON: a number with a secret in it becomes text. */
export function redactJson(text: string, redact: Redact): string {
  const redacted = redact(text);
  if (redacted === text || parseJson(redacted) !== undefined) return redacted;
  const value = parseJson(text);
  return value === undefined ? redacted : JSON.stringify(redactValue(value, redact));
}

function redactValue(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), redactValue(item, redact)]));
  }
  const written = JSON.stringify(value);
  const redacted = redact(written);
  return redacted === written ? value : redacted;
}

/** No letter or digit before it, other than as the end of an escape: `%3Apassword`, `\npassword`. */
const BEGINS = String.raw`(?:(?<![\p{L}\p{N}])|(?<=%[0-9A-Fa-f]{2})|(?<=\\(?:[bfnrt]|u[0-9A-Fa-f]{4})))`;
const ENDS = String.raw`(?![\p{L}\p{N}])`;
/** Between a name and its value, in a header, a query or JSON. */
const BETWEEN = String.raw`(?:[\s"':=\\]|&quot;|%20|%22|%3[AaDd]){1,12}`;

function patternOf({ text, sentAs, isWord }: Secret): string {
  const plain = written(text);
  if (text.length < ALONE) return `(?<=${anyCase(sentAs)}${BETWEEN})${plain}${ENDS}`;
  const bytes = Buffer.from(text);
  const hex = bytes.toString('hex');
  const forms = `(?:${plain}|${base64(bytes)}|${hex}|${hex.toUpperCase()})`;
  return text.length < ANYWHERE || isWord ? `${BEGINS}${forms}${ENDS}` : forms;
}

/** Backslashes in a row are one part: each may have become up to eight. */
const written = (text: string): string =>
  (text.match(/\\+|[^\\]/gu) ?? [])
    .map((part) => (part[0] === '\\' ? backslashes(part.length) : charPattern(part)))
    .join('');

const backslashes = (count: number): string =>
  String.raw`(?:\\{${count},${count * 8}}|(?:%(?:25){0,3}5[cC]){${count}}|(?:\\{1,8}u005[cC]){${count}})`;

/** In its plain and its URL-safe alphabet; what pads it is hidden with it. */
const base64 = (bytes: Buffer): string =>
  [...bytes.toString('base64').replace(/=+$/, '')]
    .map((char) => (char === '+' ? '(?:[-+]|%2[Bb])' : char === '/' ? String.raw`(?:\\?\/|_|%2[Ff])` : char))
    .join('')
    .concat('(?:=|%3[Dd]){0,2}');

const JSON_ESCAPES: Readonly<Record<string, string>> = { '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't' };
const HTML_ESCAPES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** One character as it is, or as JSON, HTML or a URL may write it; JSON within JSON, and a URL within a URL, too. */
function charPattern(char: string): string {
  const literal = exactly(char);
  const bytes = [...Buffer.from(char)].map((byte) => `%(?:25){0,3}${hexPattern(byte, 2)}`).join('');
  const units = Array.from({ length: char.length }, (_, index) => char.charCodeAt(index));
  const ways = [literal, bytes, units.map((unit) => String.raw`\\{1,8}u${hexPattern(unit, 4)}`).join('')];
  if (char === '"' || char === '/' || char === "'") ways.push(String.raw`\\{1,8}${literal}`);
  if (char === ' ') ways.push(String.raw`\+`);
  const letter = JSON_ESCAPES[char];
  if (letter) ways.push(String.raw`\\{1,8}${letter}`);
  const entity = HTML_ESCAPES[char];
  if (entity)
    ways.push(`&${entity};`, `&#0{0,4}${char.charCodeAt(0)};`, `&#[xX]0{0,4}${hexPattern(char.charCodeAt(0), 2)};`);
  return `(?:${ways.join('|')})`;
}

const hexPattern = (value: number, digits: number): string => anyCase(value.toString(16).padStart(digits, '0'));

const anyCase = (text: string): string =>
  [...text]
    .map((char) => (/[a-z]/i.test(char) ? `[${char.toLowerCase()}${char.toUpperCase()}]` : exactly(char)))
    .join('');

const exactly = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`);
