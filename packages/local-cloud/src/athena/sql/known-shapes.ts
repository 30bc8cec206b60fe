import type { SyntaxNode } from './syntax-tree.ts';

/**
 * Trees of statements that have parsed, by what is left of them without their literals. Programs send the same few
 * statements again and again with other values in them, and parsing one by Trino's grammar takes some 50 milliseconds.
 */
export class KnownShapes {
  readonly #known = new Map<string, { readonly tree: SyntaxNode; readonly literals: readonly Literal[] }>();

  /** The statement's tree, if one that differs in nothing but its literals has parsed before. */
  find(sql: string): SyntaxNode | undefined {
    const shape = shapeOf(sql);
    const known = shape && this.#known.get(shape.key);
    if (!known) return undefined;
    // The one used last is forgotten last.
    this.#known.delete(shape.key);
    this.#known.set(shape.key, known);
    return withLiterals(known.tree, known.literals, shape.literals);
  }

  keep(sql: string, tree: SyntaxNode): void {
    const shape = shapeOf(sql);
    if (!shape || !areTokensOf(tree, shape.literals)) return;
    this.#known.set(shape.key, { tree, literals: shape.literals });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_SHAPES && oldest !== undefined) this.#known.delete(oldest);
  }
}

const MOST_SHAPES = 64;
/** Longer ones are somebody's data, which has another shape the next time. */
const LONGEST_SHAPE = 16_384;
const LONGEST_STATEMENT = 65_536;

interface Literal {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** Comments and quoted names, strings, and words, with the text of a literal such as `X'00'` where one follows. */
const PIECES =
  /--[^\n]*|\/\*.*?\*\/|"(?:[^"]|"")*"|`(?:[^`]|``)*`|(?<string>'(?:[^']|'')*')|(?<word>[\w$&@:.]+)(?<prefixed>'(?:[^']|'')*')?/gs;
const WHOLE_NUMBER = /^\d+$/;

/** Where a literal may have changed the count of lines or of characters, places are not worth working out. */
const MOVES_OTHERS = /[\r\n\ud800-\udfff]/;

function shapeOf(sql: string): { key: string; literals: Literal[] } | undefined {
  if (sql.length > LONGEST_STATEMENT) return undefined;
  const literals: Literal[] = [];
  let key = '';
  let taken = 0;
  let line = 1;
  let column = 1;
  for (const match of sql.matchAll(PIECES)) {
    const { string, word = '', prefixed } = match.groups ?? {};
    const text = string ?? word;
    if (string === undefined && (prefixed !== undefined || !WHOLE_NUMBER.test(word))) continue;
    if (MOVES_OTHERS.test(text)) return undefined;
    const before = sql.slice(taken, match.index);
    const [first = '', ...others] = before.split('\n');
    line += others.length;
    // Trino counts characters, which may be pairs in a name or a comment.
    column = others.length > 0 ? [...(others.at(-1) ?? '')].length + 1 : column + [...first].length;
    literals.push({ text, line, column });
    column += text.length;
    taken = match.index + text.length;
    key += before + (string === undefined ? '0' : "''");
  }
  key += sql.slice(taken);
  return key.length > LONGEST_SHAPE ? undefined : { key, literals };
}

/** Each literal is a token of the tree, at the place where it was found: nothing was taken for a literal that is none. */
function areTokensOf(tree: SyntaxNode, literals: readonly Literal[]): boolean {
  const tokens = new Map<string, string>();
  const collect = (node: SyntaxNode): void => {
    if (node.kind === 'token') tokens.set(`${node.line}:${node.column}`, node.text);
    else for (const child of node.children) collect(child);
  };
  collect(tree);
  return literals.every(({ text, line, column }) => tokens.get(`${line}:${column}`) === text);
}

/** The same tree with other literals, which move what stands after them in their line. */
function withLiterals(tree: SyntaxNode, old: readonly Literal[], given: readonly Literal[]): SyntaxNode {
  const lines = new Map<number, { readonly was: Literal; readonly is: Literal }[]>();
  for (const [index, was] of old.entries()) {
    const is = given[index] ?? was;
    const line = lines.get(was.line);
    if (line) line.push({ was, is });
    else lines.set(was.line, [{ was, is }]);
  }
  const copy = ({ kind, children, text, line, column }: SyntaxNode): SyntaxNode => {
    const last = lines.get(line)?.findLast(({ was }) => was.column <= column);
    const isAtLiteral = last?.was.column === column;
    const moved = last && !isAtLiteral ? endOf(last.is) - endOf(last.was) : last ? last.is.column - column : 0;
    return {
      kind,
      children: children.map(copy),
      text: isAtLiteral && kind === 'token' ? last.is.text : text,
      line,
      column: column + moved,
    };
  };
  return copy(tree);
}

const endOf = ({ text, column }: Literal): number => column + text.length;
