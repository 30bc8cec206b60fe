export interface Token {
  /** `name` a bare attribute name or keyword, `#` and `:` placeholders, `index` digits, `end` the end of the text. */
  readonly kind: 'name' | '#' | ':' | 'index' | 'symbol' | 'unknown' | 'end';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TOKEN =
  /\s*(?:([A-Za-z][A-Za-z0-9_]*)|(#[A-Za-z0-9_]+)|(:[A-Za-z0-9_]+)|(0|[1-9]\d*)|(<>|<=|>=|[=<>()[\],.+-])|(\S))/y;
const KINDS = ['name', '#', ':', 'index', 'symbol', 'unknown'] as const;

export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
    const group = match.slice(1).findIndex((text) => text !== undefined);
    const text = match[group + 1] ?? '';
    const end = match.index + match[0].length;
    tokens.push({ kind: KINDS[group] ?? 'unknown', text, start: end - text.length, end });
  }
  tokens.push({ kind: 'end', text: '<EOF>', start: source.length, end: source.length });
  return tokens;
}
