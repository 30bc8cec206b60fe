import { SqlSyntaxError } from './parse.ts';
import { type Token, TokenReader, tokenize } from './tokens.ts';

/** Statements about statements that are kept by name. */
export type Prepared =
  | { readonly kind: 'prepare'; readonly name: string; readonly sql: string }
  | { readonly kind: 'execute'; readonly name: string; readonly values: readonly string[] }
  | { readonly kind: 'deallocate'; readonly name: string };

const FIRST_WORD = /^(?:\s|--[^\n]*\n|\/\*.*?\*\/)*(?:PREPARE|EXECUTE|DEALLOCATE)\s/is;

/** `PREPARE name FROM …`, `EXECUTE name USING …` and `DEALLOCATE PREPARE name`; undefined for any other statement. */
export function parsePrepared(sql: string): Prepared | undefined {
  if (!FIRST_WORD.test(sql)) return undefined;
  const tokens = tokenize(sql, 'trino');
  const reader = new TokenReader(tokens);
  if (reader.accept('PREPARE')) {
    const name = reader.name();
    reader.expect('FROM');
    return { kind: 'prepare', name, sql: sql.slice(reader.peek().start).replace(/;\s*$/, '') };
  }
  if (reader.accept('DEALLOCATE')) {
    reader.expect('PREPARE');
    const name = reader.name();
    reader.end();
    return { kind: 'deallocate', name };
  }
  reader.expect('EXECUTE');
  const name = reader.name();
  if (!reader.accept('USING')) {
    reader.end();
    return { kind: 'execute', name, values: [] };
  }
  const first = tokens.findIndex(({ start }) => start >= reader.peek().start);
  return { kind: 'execute', name, values: valuesOf(sql, tokens.slice(first)) };
}

/** What stands between the commas that are in no brackets. */
function valuesOf(sql: string, tokens: readonly Token[]): string[] {
  const values: string[] = [];
  let start = tokens[0]?.start ?? 0;
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'sign' && '(['.includes(token.text)) depth += 1;
    if (token.kind === 'sign' && ')]'.includes(token.text)) depth -= 1;
    const isEnd = token.kind === 'end' || (token.text === ';' && depth === 0);
    if (!isEnd && !(token.kind === 'sign' && token.text === ',' && depth === 0)) continue;
    const value = sql.slice(start, token.start).trim();
    if (value === '') throw new SqlSyntaxError(`mismatched input '${token.text}'. Expecting: <expression>`, token);
    values.push(value);
    start = token.end;
    if (isEnd) break;
  }
  return values;
}
