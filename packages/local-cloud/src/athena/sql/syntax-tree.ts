/** A statement's parse tree, free of the parser's own classes: rules by the name the grammar gives them, and tokens. */
export interface SyntaxNode {
  /** `QuerySpecification`, `FunctionCall` …; `token` for a leaf. */
  readonly kind: string;
  readonly children: readonly SyntaxNode[];
  /** A token's text; empty for a rule. */
  readonly text: string;
  /** Counted from 1, as Trino does in its messages. */
  readonly line: number;
  readonly column: number;
}

export const childOf = (node: SyntaxNode, kind: string): SyntaxNode | undefined =>
  node.children.find((child) => child.kind === kind);

export const childrenOf = (node: SyntaxNode, kind: string): SyntaxNode[] =>
  node.children.filter((child) => child.kind === kind);

/** Goes down as long as there is one child only, up to a rule of this kind. */
export function soleDescendant(node: SyntaxNode, kind: string): SyntaxNode | undefined {
  let at = node;
  while (at.kind !== kind) {
    const [only, ...others] = at.children;
    if (!only || others.length > 0) return undefined;
    at = only;
  }
  return at;
}

/** Every node of the kind below (and including) this one, outermost first. */
export function* descendants(node: SyntaxNode, kind: string): Generator<SyntaxNode> {
  if (node.kind === kind) yield node;
  for (const child of node.children) yield* descendants(child, kind);
}

export const hasToken = (node: SyntaxNode, keyword: string): boolean =>
  node.children.some((child) => child.kind === 'token' && child.text.toUpperCase() === keyword);

/** The text of all tokens, without what stood between them. */
export function textOf(node: SyntaxNode): string {
  return node.kind === 'token' ? node.text : node.children.map(textOf).join('');
}

/** The name an identifier stands for: `"Foo""Bar"` is `Foo"Bar`. */
export function nameOf(identifier: SyntaxNode): string {
  const text = textOf(identifier);
  return identifier.kind === 'QuotedIdentifier' ? text.slice(1, -1).replaceAll('""', '"') : text;
}

export const isIdentifier = (node: SyntaxNode): boolean => node.kind.endsWith('Identifier');

/** The value of a string literal, or undefined when the node is something else. */
export function stringValue(node: SyntaxNode): string | undefined {
  const literal = soleDescendant(node, 'BasicStringLiteral');
  return literal && textOf(literal).slice(1, -1).replaceAll("''", "'");
}
