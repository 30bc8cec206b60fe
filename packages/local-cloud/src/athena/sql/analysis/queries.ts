import { QueryError } from '../query-error.ts';
import {
  childOf,
  childrenOf,
  hasToken,
  isIdentifier,
  nameOf,
  type SyntaxNode,
  soleDescendant,
} from '../syntax-tree.ts';
import { refuseTooComplex } from './compiler-limit.ts';
import { Expressions, ownName } from './expressions.ts';
import { refuseOrder } from './order-by.ts';
import { type Column, type Relation, Scope } from './scope.ts';
import { clash, common, type Type } from './types.ts';

/** A query's columns; undefined when they cannot all be known. */
export type Columns = readonly Column[] | undefined;

/** Checks the names and types of queries. */
export class Queries {
  /** The columns of a table by its reference, and of the WITH queries by name. */
  readonly #tables: (tableRef: SyntaxNode) => Columns;
  #named: ReadonlyMap<string, Columns> = new Map();
  /** What has been found out about expressions, for those who write them anew. */
  readonly types = new Map<SyntaxNode, Type>();

  constructor(tables: (tableRef: SyntaxNode) => Columns) {
    this.#tables = tables;
  }

  query(statement: SyntaxNode, outer?: Scope): Columns {
    const before = this.#named;
    const clause = childOf(statement, 'With');
    for (const named of clause ? childrenOf(clause, 'NamedQuery') : []) {
      const name = nameOf(named.children.find(isIdentifier) ?? named).toLowerCase();
      if (clause && hasToken(clause, 'RECURSIVE')) this.#name(name, undefined);
      const inner = childOf(named, 'QueryStatement');
      this.#name(name, renamed(inner && this.query(inner, outer), childOf(named, 'ColumnAliases')));
    }
    const columns = this.#withoutWith(childOf(statement, 'QueryNoWith') ?? statement, outer);
    this.#named = before;
    return columns;
  }

  /** What a relation on its own brings: the source of a MERGE. */
  relations(node: SyntaxNode): Relation[] {
    const scope = new Scope([]);
    this.#relation(node, scope);
    return scope.relations;
  }

  #name(name: string, columns: Columns): void {
    this.#named = new Map([...this.#named, [name, columns]]);
  }

  /** ORDER BY may name what SELECT gives, and what FROM has. */
  #withoutWith(node: SyntaxNode, outer: Scope | undefined): Columns {
    const [term] = node.children;
    const specification = term && soleDescendant(term, 'QuerySpecification');
    const { columns, scope } = specification
      ? this.#specification(specification, outer)
      : { columns: term && this.#term(term, outer), scope: outer };
    const sorting = new Scope([{ alias: undefined, columns }], specification ? scope : outer);
    const expressions = new Expressions(this, sorting);
    const sorted = childrenOf(node, 'SortItem');
    if (specification) for (const item of sorted) refuseOrder(item, specification);
    for (const item of sorted) expressions.typeOf(item);
    return columns;
  }

  #term(node: SyntaxNode, outer: Scope | undefined): Columns {
    switch (node.kind) {
      case 'SetOperation':
        return this.#setOperation(node, outer);
      case 'QuerySpecification':
        return this.#specification(node, outer).columns;
      case 'InlineTable':
        return this.#inlineTable(node, outer);
      case 'Table':
        return this.#table(childOf(node, 'TableRef') ?? node);
      case 'Subquery':
        return this.#withoutWith(childOf(node, 'QueryNoWith') ?? node, outer);
      default:
        return node.children[0] && this.#term(node.children[0], outer);
    }
  }

  #setOperation(node: SyntaxNode, outer: Scope | undefined): Columns {
    const [left, right] = node.children
      .filter((child) => child.kind !== 'token' && child.kind !== 'SetQuantifier')
      .map((child) => this.#term(child, outer));
    if (!left || !right) return left;
    const operator = node.children.find((child) => child.kind === 'token')?.text.toUpperCase();
    if (left.length !== right.length) {
      throw new QueryError(
        'TYPE_MISMATCH',
        `${operator} query has different number of fields: ${left.length}, ${right.length}`,
        node,
      );
    }
    return left.map(({ name, type }, index) => {
      const other = right[index]?.type;
      if (clash(type, other)) {
        throw new QueryError(
          'TYPE_MISMATCH',
          `column ${index + 1} in ${operator} query has incompatible types: ${type}, ${other}`,
          node,
        );
      }
      return { name, type: common(type, other) };
    });
  }

  #inlineTable(node: SyntaxNode, outer: Scope | undefined): Columns {
    const expressions = new Expressions(this, new Scope([], outer));
    let columns: Column[] | undefined;
    for (const row of childrenOf(node, 'Expression')) {
      const inBrackets = soleDescendant(row, 'RowConstructor');
      const values = inBrackets ? childrenOf(inBrackets, 'Expression') : [row];
      const types = values.map((value) => expressions.typeOf(value));
      if (columns && columns.length !== types.length) {
        throw new QueryError(
          'TYPE_MISMATCH',
          `Values rows have mismatched types: ${columns.length} vs ${types.length}`,
          row,
        );
      }
      columns = types.map((type, index) => ({
        name: `_col${index}`,
        type: columns ? common(columns[index]?.type, type) : type,
      }));
    }
    return columns;
  }

  #specification(node: SyntaxNode, outer: Scope | undefined): { columns: Columns; scope: Scope } {
    const scope = new Scope([], outer);
    for (const child of node.children) this.#relation(child, scope);
    const expressions = new Expressions(this, scope);
    const list = childOf(node, 'SelectList');
    const columns = list && this.#select(list, scope, expressions);
    const where = childOf(node, 'WhereClause');
    if (where) expressions.condition(where.children[1] ?? where, 'WHERE clause');
    const having = childOf(node, 'HavingClause');
    if (having) expressions.condition(having.children[1] ?? having, 'HAVING clause');
    for (const kind of ['GroupBy', 'WindowDefinition']) {
      for (const child of childrenOf(node, kind)) {
        for (const part of child.children) if (!isIdentifier(part)) expressions.typeOf(part);
      }
    }
    return { columns, scope };
  }

  #select(list: SyntaxNode, scope: Scope, expressions: Expressions): Columns {
    let known = true;
    const columns: Column[] = [];
    for (const item of childrenOf(list, 'SelectItem')) {
      const [value] = item.children;
      const alias = item.children.find(isIdentifier);
      if (!value) continue;
      if (value.kind === 'SelectAllWithoutTable' || value.kind === 'TableAllColumns') {
        const of = value.kind === 'TableAllColumns' && value.children[0] ? ownName(value.children[0]) : undefined;
        const relations = scope.relations.filter((relation) => of === undefined || relation.alias === of);
        if (relations.some((relation) => !relation.columns) || relations.length === 0) known = false;
        columns.push(...relations.flatMap((relation) => relation.columns ?? []));
      } else {
        refuseTooComplex(value);
        const type = expressions.typeOf(value);
        columns.push({ name: alias ? nameOf(alias).toLowerCase() : (ownName(value) ?? `_col${columns.length}`), type });
      }
    }
    return known ? columns : undefined;
  }

  /** Adds what a part of FROM brings to the scope, from left to right. */
  #relation(node: SyntaxNode, scope: Scope): void {
    switch (node.kind) {
      case 'JoinRelation':
        this.#join(node, scope);
        break;
      case 'AliasedRelation':
        scope.relations.push(...this.#aliased(node, scope));
        break;
      case 'RelationDefault':
      case 'SampledRelation':
      case 'PatternRecognition':
        if (node.children[0]) this.#relation(node.children[0], scope);
        break;
      default:
    }
  }

  #join(node: SyntaxNode, scope: Scope): void {
    if (hasToken(node, 'NATURAL')) throw new QueryError('NOT_SUPPORTED', 'Natural join not supported', node);
    for (const child of node.children) if (child.kind !== 'JoinCriteria') this.#relation(child, scope);
    const criteria = childOf(node, 'JoinCriteria');
    if (criteria && hasToken(criteria, 'USING')) scope.merge(criteria.children.filter(isIdentifier).map(nameOf));
    const condition = criteria && hasToken(criteria, 'ON') ? criteria.children[1] : undefined;
    if (condition?.kind === 'JoinColumnEquality') {
      const [left, right] = condition.children
        .filter((child) => child.kind !== 'token')
        .map((child) => new Expressions(this, scope).typeOf(child));
      if (clash(left, right))
        throw new QueryError('TYPE_MISMATCH', `Cannot apply operator: ${left} = ${right}`, condition);
    } else if (condition) {
      new Expressions(this, scope).condition(condition, 'JOIN ON clause');
    }
  }

  #aliased(node: SyntaxNode, scope: Scope): Relation[] {
    const [primary] = node.children;
    if (!primary) return [];
    const given = node.children.find(isIdentifier);
    const table = soleDescendant(primary, 'TableRef');
    const own = table && nameOf(table.children.filter(isIdentifier).at(-1) ?? table);
    const alias = (given ? nameOf(given) : own)?.toLowerCase();
    if (primary.kind === 'ParenthesizedRelation') {
      const inner = new Scope([], scope);
      for (const child of primary.children) this.#relation(child, inner);
      return given ? [{ alias, columns: undefined }] : inner.relations;
    }
    return [{ alias, columns: renamed(this.#primary(primary, scope), childOf(node, 'ColumnAliases')) }];
  }

  #primary(primary: SyntaxNode, scope: Scope): Columns {
    const table = soleDescendant(primary, 'TableRef');
    if (table) return this.#table(table);
    const unnest = soleDescendant(primary, 'Unnest');
    if (unnest) {
      for (const child of childrenOf(unnest, 'Expression')) new Expressions(this, scope).typeOf(child);
      return undefined;
    }
    const source = soleDescendant(primary, 'SubqueryRelation') ?? soleDescendant(primary, 'Lateral');
    const query = source && childOf(source, 'QueryStatement');
    return query && this.query(query, scope);
  }

  #table(tableRef: SyntaxNode): Columns {
    const parts = tableRef.children.filter(isIdentifier).map((part) => nameOf(part).toLowerCase());
    const [name = ''] = parts;
    return parts.length === 1 && this.#named.has(name) ? this.#named.get(name) : this.#tables(tableRef);
  }
}

/** `AS t(a, b)` gives columns new names; of UNNEST's it is the only way to know them. */
function renamed(columns: Columns, aliases: SyntaxNode | undefined): Columns {
  const names = aliases?.children.filter(isIdentifier).map((name) => nameOf(name).toLowerCase());
  if (!names || !aliases) return columns;
  if (columns && columns.length !== names.length) {
    throw new QueryError(
      'MISMATCHED_COLUMN_ALIASES',
      `Column alias list has ${names.length} entries but relation has ${columns.length} columns`,
      aliases,
    );
  }
  return names.map((name, index) => ({ name, type: columns?.[index]?.type }));
}
