import { describe, expect, it } from 'vitest';
import { parseStatement } from '../../src/athena/sql/parse.ts';
import type { SyntaxNode } from '../../src/athena/sql/syntax-tree.ts';

let named = 0;
/** A statement with a name in it that no statement before had: it has no known shape. */
const withNewName = (sql: string) => {
  const name = `name${String(named++).padStart(4, '0')}`;
  return { name, sql: sql.replace('NAME', name) };
};

const shown = (node: SyntaxNode): string =>
  `${node.kind} ${node.line}:${node.column} ${node.text}(${node.children.map(shown).join()})`;

describe('a statement that differs from an earlier one in its literals only', () => {
  it.each([
    ["SELECT NAME, 'x' AS b, 7 FROM t WHERE c = 'y'", "SELECT NAME, 'longer, it''s' AS b, 12345 FROM t WHERE c = ''"],
    [
      "SELECT 'é' AS NAME,\n  \"na'me 1\" + 1, -- it's 5\n  'b' || x'00' FROM t LIMIT 10",
      "SELECT 'ü, €' AS NAME,\n  \"na'me 1\" + 200, -- it's 5\n  'b''' || x'00' FROM t LIMIT 7",
    ],
    [
      "SELECT \"😀\" AS NAME, 'a', DATE '2026-11-17', a1, 1.5, 1e3, /* 'c' 1 */ 4",
      "SELECT \"😀\" AS NAME, '', DATE '2030-01-01', a1, 1.5, 1e3, /* 'c' 1 */ 444",
    ],
    [
      "SELECT CAST(a AS decimal(10, 2)) AS NAME FROM t WHERE b IN (1, 2, 3) AND c = 'a' AND d = 'b'",
      "SELECT CAST(a AS decimal(18, 4)) AS NAME FROM t WHERE b IN (10, 200, 3000) AND c = 'aaaa' AND d = ''",
    ],
  ])('has the tree it would have by itself: %j', async (first, second) => {
    const alone = withNewName(second);
    const expected = shown(await parseStatement(alone.sql));
    const { name, sql } = withNewName(first);
    await parseStatement(sql);
    const tree = shown(await parseStatement(second.replace('NAME', name)));
    expect(tree.replaceAll(name, alone.name)).toBe(expected);
  });

  it('is parsed anew where it does not fit: other places in messages, and other signs', async () => {
    await parseStatement("SELECT a FROM t WHERE b = 'x'");
    await expect(parseStatement("SELECT a FROM t WHERE b = 'x\ny' c")).rejects.toThrow('line 2:4: ');
    await expect(parseStatement("SELECT a FROM t WHERE b = 'x")).rejects.toThrow('line 1:27: ');
    await expect(parseStatement('SELECT a FROM t WHERE b = 1x')).rejects.toThrow('line 1:27: ');
  });
});
