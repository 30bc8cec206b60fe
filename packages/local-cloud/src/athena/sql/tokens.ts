import { SqlSyntaxError } from './parse.ts';

/** One word, name, string or sign of a statement the Trino grammar does not cover: Hive DDL, UNLOAD. */
export interface Token {
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'sign' | 'end';
  /** A word as written, a name or string without its quotes. */
  readonly text: string;
  /** Where it begins and ends in the text. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/** Hive's strings have backslash escapes; Trino's have none. */
type Dialect = 'hive' | 'trino';

const tokenPattern = (string: string): RegExp =>
  new RegExp(
    [
      String.raw`(?<skip>\s+|--[^\n]*|/\*.*?\*/)`,
      `(?<string>${string})`,
      '(?<double>"(?:[^"]|"")*")',
      '(?<back>`(?:[^`]|``)*`)',
      String.raw`(?<number>-?\d+(?:\.\d+)?)`,
      String.raw`(?<word>[A-Za-z_][\w$]*)`,
      '(?<sign>.)',
    ].join('|'),
    'gsy',
  );

const PATTERNS: Readonly<Record<Dialect, RegExp>> = {
  hive: tokenPattern(String.raw`'(?:[^'\\]|''|\\.)*'`),
  trino: tokenPattern("'(?:[^']|'')*'"),
};

export function tokenize(sql: string, dialect: Dialect): Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let lineStart = 0;
  const place = (start: number, end: number) => ({ start, end, line, column: start - lineStart + 1 });
  const pattern = PATTERNS[dialect];
  const text = dialect === 'hive' ? unescaped : (string: string) => string.replaceAll("''", "'");
  pattern.lastIndex = 0;
  for (let match = pattern.exec(sql); match; match = pattern.exec(sql)) {
    const [whole] = match;
    const at = place(match.index, match.index + whole.length);
    const { string, double, back, number, word, sign } = match.groups ?? {};
    if (string !== undefined) tokens.push({ kind: 'string', text: text(string.slice(1, -1)), ...at });
    else if (double !== undefined)
      tokens.push({ kind: 'name', text: double.slice(1, -1).replaceAll('""', '"'), ...at });
    else if (back !== undefined) tokens.push({ kind: 'name', text: back.slice(1, -1).replaceAll('``', '`'), ...at });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number, ...at });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word, ...at });
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign, ...at });
    for (let newline = whole.indexOf('\n'); newline >= 0; newline = whole.indexOf('\n', newline + 1)) {
      line += 1;
      lineStart = match.index + newline + 1;
    }
  }
  return [...tokens, { kind: 'end', text: '<EOF>', ...place(sql.length, sql.length) }];
}

/** `\t`, `\001`, `\u0001` and doubled quotes. */
export function unescaped(text: string): string {
  return text.replace(/''|\\(\d{3}|u[0-9a-fA-F]{4}|.)/gs, (whole, escaped: string | undefined) => {
    if (escaped === undefined) return "'";
    if (/^\d{3}$/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8));
    if (escaped.startsWith('u') && escaped.length === 5)
      return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
    return { n: '\n', t: '\t', r: '\r', '0': '\0', '\\': '\\', "'": "'", '"': '"' }[escaped] ?? whole;
  });
}

/** Reads tokens one after another. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)];
    if (!token) throw new Error('a token list always has an end');
    return token;
  }

  next(): Token {
    const token = this.peek();
    this.#at += 1;
    return token;
  }

  is(...words: string[]): boolean {
    return words.every((word, index) => {
      const token = this.peek(index);
      return (token.kind === 'word' || token.kind === 'sign') && token.text.toUpperCase() === word;
    });
  }

  accept(...words: string[]): boolean {
    if (!this.is(...words)) return false;
    this.#at += words.length;
    return true;
  }

  expect(...words: string[]): void {
    for (const word of words) {
      if (!this.accept(word)) throw this.unexpected(`'${word}'`);
    }
  }

  string(): string {
    if (this.peek().kind !== 'string') throw this.unexpected('a string');
    return this.next().text;
  }

  name(): string {
    const token = this.peek();
    if (token.kind !== 'word' && token.kind !== 'name') throw this.unexpected('a name');
    return this.next().text;
  }

  /** Hive takes `db.table` in one pair of backquotes too, as SHOW CREATE TABLE writes it. */
  qualifiedName(): string[] {
    const parts = this.name().split('.');
    while (this.accept('.')) parts.push(this.name());
    return parts;
  }

  /** `( item, item … )` */
  list<Item>(item: () => Item): Item[] {
    const items: Item[] = [];
    this.expect('(');
    do items.push(item());
    while (this.accept(','));
    this.expect(')');
    return items;
  }

  end(): void {
    this.accept(';');
    if (this.peek().kind !== 'end') throw this.unexpected('<EOF>');
  }

  unexpected(expected: string): SqlSyntaxError {
    const token = this.peek();
    return new SqlSyntaxError(`mismatched input '${token.text}'. Expecting: ${expected}`, token);
  }
}
