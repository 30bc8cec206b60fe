import { parseStatement, SqlSyntaxError } from './parse.ts';
import type { SyntaxNode } from './syntax-tree.ts';
import { type Token, TokenReader, tokenize } from './tokens.ts';

export interface Unload {
  readonly query: SyntaxNode;
  readonly destination: string;
  readonly properties: Readonly<Record<string, string | readonly string[]>>;
}

/** `UNLOAD (SELECT …) TO 's3://…' WITH (format = 'JSON', …)`: Athena's own, so not in Trino's grammar. */
export async function parseUnload(sql: string): Promise<Unload> {
  const tokens = tokenize(sql, 'trino');
  const close = closingBracket(tokens);
  const open = tokens[1];
  const last = tokens[close];
  if (!open || !last)
    throw new SqlSyntaxError("mismatched input '<EOF>'. Expecting: ')'", tokens.at(-1) ?? { line: 1, column: 1 });
  const rest = new TokenReader(tokens.slice(close + 1));
  rest.expect('TO');
  const destination = rest.string();
  const properties = rest.accept('WITH') ? readProperties(rest) : {};
  rest.end();
  // Blanks in place of what comes before keep the lines and columns of messages right.
  const before = sql.slice(0, open.end).replace(/[^\n]/g, ' ');
  const query = await parseStatement(before + sql.slice(open.end, last.start));
  if (query.kind !== 'StatementDefault') throw new SqlSyntaxError('UNLOAD takes a SELECT statement', query);
  return { query, destination, properties };
}

function closingBracket(tokens: readonly Token[]): number {
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'sign') continue;
    if (token.text === '(') depth += 1;
    if (token.text === ')') depth -= 1;
    if (token.text === ')' && depth === 0) return index;
  }
  return -1;
}

function readProperties(reader: TokenReader): Record<string, string | string[]> {
  const entries = reader.list(() => {
    const name = reader.name().toLowerCase();
    reader.expect('=');
    return [name, readValue(reader)] as const;
  });
  return Object.fromEntries(entries);
}

function readValue(reader: TokenReader): string | string[] {
  if (reader.accept('ARRAY', '[')) {
    const values: string[] = [];
    do values.push(reader.string());
    while (reader.accept(','));
    reader.expect(']');
    return values;
  }
  const token = reader.next();
  if (token.kind !== 'string' && token.kind !== 'number' && token.kind !== 'word') throw reader.unexpected('a value');
  return token.text;
}
