/** A JSON value of which numbers keep their spelling; members are in the order of their names, the last of a name counts. */
type Json =
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Json> }
  | { readonly kind: 'array'; readonly items: readonly Json[] }
  | { readonly kind: 'string'; readonly text: string }
  /** A number or `true`, `false`, `null`, as written. */
  | { readonly kind: 'plain'; readonly text: string };

/** What json_parse makes of a text: members sorted, numbers as Java writes them. Undefined if it is no JSON. */
export function canonicalJson(text: string): string | undefined {
  const value = parseJson(text);
  return value && write(value);
}

/** The spelling of the number at a path (`$."a"[0]`) of a text. */
export function numberAt(text: string, path: string): string | undefined {
  let value = parseJson(text);
  for (const [, quoted, plain, index] of path.matchAll(/\."((?:[^"\\]|\\.)*)"|\.([A-Za-z_]\w*)|\[(\d+)\]/g)) {
    if (value?.kind === 'array' && index !== undefined) value = value.items[Number(index)];
    else if (value?.kind === 'object') value = value.members.get(quoted?.replace(/\\(.)/g, '$1') ?? plain ?? '');
    else return undefined;
  }
  return value?.kind === 'plain' ? value.text : undefined;
}

const PLAIN = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\n\r]*/y;
const DEEPEST = 500;

function parseJson(text: string): Json | undefined {
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const sign = (wanted: string): boolean => {
    match(SPACE);
    if (text[at] !== wanted) return false;
    at += 1;
    return true;
  };
  const value = (depth: number): Json | undefined => {
    match(SPACE);
    if (depth > DEEPEST) return undefined;
    if (sign('{')) return object(depth);
    if (sign('[')) return array(depth);
    const string = match(STRING);
    if (string !== undefined) return { kind: 'string', text: JSON.parse(string) };
    const plain = match(PLAIN);
    return plain === undefined ? undefined : { kind: 'plain', text: plain };
  };
  const object = (depth: number): Json | undefined => {
    const members = new Map<string, Json>();
    if (sign('}')) return { kind: 'object', members };
    do {
      match(SPACE);
      const name = match(STRING);
      const member = name !== undefined && sign(':') ? value(depth + 1) : undefined;
      if (name === undefined || !member) return undefined;
      members.set(JSON.parse(name), member);
    } while (sign(','));
    return sign('}') ? { kind: 'object', members } : undefined;
  };
  const array = (depth: number): Json | undefined => {
    const items: Json[] = [];
    if (sign(']')) return { kind: 'array', items };
    do {
      const item = value(depth + 1);
      if (!item) return undefined;
      items.push(item);
    } while (sign(','));
    return sign(']') ? { kind: 'array', items } : undefined;
  };
  const found = value(0);
  match(SPACE);
  return at === text.length ? found : undefined;
}

function write(value: Json): string {
  switch (value.kind) {
    case 'object':
      return `{${[...value.members]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, member]) => `${quote(name)}:${write(member)}`)
        .join(',')}}`;
    case 'array':
      return `[${value.items.map(write).join(',')}]`;
    case 'string':
      return quote(value.text);
    case 'plain':
      return /[.eE]/.test(value.text) && !/[a-df-z]/.test(value.text)
        ? javaDouble(Number(value.text))
        : integer(value.text);
  }
}

const integer = (text: string): string => (text === '-0' ? '0' : text);

/** Java's text of a double: plain from 1e-3 to 1e7, else `1.5E10`. */
export function javaDouble(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return value > 0 ? '"Infinity"' : '"-Infinity"';
  if (Object.is(value, -0)) return '-0.0';
  if (size === 0 || (size >= 1e-3 && size < 1e7)) return Number.isInteger(value) ? `${value}.0` : String(value);
  const [digits = '', exponent] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}

/** Jackson writes escapes in capitals. */
const quote = (text: string): string =>
  withEscapes(JSON.stringify(text)).replace(
    /\\u([0-9a-f]{4})/g,
    (_all, digits: string) => `\\u${digits.toUpperCase()}`,
  );

/** Jackson writes a character beyond the first plane as two escapes. */
export const withEscapes = (json: string): string =>
  json.replace(/[\ud800-\udfff]/g, (half) => `\\u${half.charCodeAt(0).toString(16).toUpperCase()}`);
