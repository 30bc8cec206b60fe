import { childOf, childrenOf, isIdentifier, nameOf, type SyntaxNode, soleDescendant } from './syntax-tree.ts';

/** A table a statement reads from, and the conditions its rows must meet in the query that names it. */
export interface TableReference {
  readonly node: SyntaxNode;
  /** `[catalog,] [database,] table`, as written. */
  readonly parts: readonly string[];
  readonly alias: string;
  /** The conditions joined by AND in WHERE and ON. */
  readonly conditions: readonly SyntaxNode[];
}

/** Finds the tables a statement reads, leaving out the names its WITH clauses define. */
export function tableReferences(statement: SyntaxNode): TableReference[] {
  const found: TableReference[] = [];
  walk(statement, { names: new Set(), conditions: [] }, found);
  return found;
}

interface Scope {
  readonly names: ReadonlySet<string>;
  readonly conditions: readonly SyntaxNode[];
}

function walk(node: SyntaxNode, scope: Scope, found: TableReference[]): void {
  switch (node.kind) {
    case 'QueryStatement':
      walkQuery(node, scope, found);
      return;
    case 'QuerySpecification': {
      const conditions = conditionsOf(node);
      for (const child of node.children) walk(child, { ...scope, conditions }, found);
      return;
    }
    case 'AliasedRelation':
    case 'Table': {
      const table = soleDescendant(node.children[0] ?? node, 'TableRef') ?? childOf(node, 'TableRef');
      if (table) {
        add(table, node.children.find(isIdentifier), scope, found);
        return;
      }
      break;
    }
    default:
  }
  for (const child of node.children) walk(child, scope, found);
}

function walkQuery(node: SyntaxNode, scope: Scope, found: TableReference[]): void {
  const clause = childOf(node, 'With');
  const recursive = clause?.children.some((child) => child.text.toUpperCase() === 'RECURSIVE') ?? false;
  let names = scope.names;
  for (const query of clause ? childrenOf(clause, 'NamedQuery') : []) {
    const identifier = query.children.find(isIdentifier);
    const withOwn = new Set([...names, ...(identifier ? [nameOf(identifier).toLowerCase()] : [])]);
    walk(childOf(query, 'QueryStatement') ?? query, { names: recursive ? withOwn : names, conditions: [] }, found);
    names = withOwn;
  }
  for (const child of node.children) {
    if (child.kind !== 'With') walk(child, { ...scope, names }, found);
  }
}

function add(node: SyntaxNode, alias: SyntaxNode | undefined, scope: Scope, found: TableReference[]): void {
  const parts = partsOf(node);
  const own = parts.at(-1) ?? '';
  if (parts.length === 1 && scope.names.has(own.toLowerCase())) return;
  found.push({ node, parts, alias: alias ? nameOf(alias) : own, conditions: scope.conditions });
}

export const partsOf = (tableRef: SyntaxNode): string[] => tableRef.children.filter(isIdentifier).map(nameOf);

/** What WHERE and the ON of each inner join ask for, taken apart at AND. */
function conditionsOf(specification: SyntaxNode): SyntaxNode[] {
  const where = childOf(specification, 'WhereClause');
  const conditions = where ? conjuncts(where.children[1] ?? where) : [];
  for (const child of specification.children) {
    if (child.kind === 'JoinRelation') conditions.push(...joinConditions(child));
  }
  return conditions;
}

function joinConditions(join: SyntaxNode): SyntaxNode[] {
  const outer = childOf(join, 'JoinType')?.children.some(
    (child) => child.kind === 'token' && child.text.toUpperCase() !== 'INNER',
  );
  const criteria = childOf(join, 'JoinCriteria');
  const own = criteria && !outer ? conjuncts(criteria.children[1] ?? criteria) : [];
  const inner = join.children.filter((child) => child.kind === 'JoinRelation').flatMap(joinConditions);
  return [...own, ...inner];
}

function conjuncts(node: SyntaxNode): SyntaxNode[] {
  if (node.kind === 'And') {
    return node.children.filter((child) => child.kind !== 'token').flatMap((child) => conjuncts(child));
  }
  const inside = soleDescendant(node, 'ParenthesizedExpression');
  if (inside?.children[1]) return conjuncts(inside.children[1]);
  const and = soleDescendant(node, 'And');
  return and ? conjuncts(and) : [node];
}
