import { orNull } from '../engine/macros.ts';
import type { Type } from './analysis/types.ts';
import { trimmed } from './functions/strings.ts';
import { QueryError } from './query-error.ts';
import { renderArithmetic } from './render-arithmetic.ts';
import { renderFunctionCall } from './render-function-call.ts';
import { renderInterval } from './render-interval.ts';
import { renderJson } from './render-json.ts';
import { renderAliasedRelation, renderInlineTable } from './render-relation.ts';
import { parsedText, renderAtTimeZone, renderCast, renderTypeConstructor } from './render-type.ts';
import { childOf, childrenOf, hasToken, isIdentifier, nameOf, type SyntaxNode, textOf } from './syntax-tree.ts';
import { localTime, UTC, zoneOf } from './time-zone.ts';

/** What a statement's rendering depends on besides its text. */
export interface RenderScope {
  /** SQL for a table by its reference in the tree; undefined for the name of a WITH query. */
  relation(tableRef: SyntaxNode): string | undefined;
  /** What the type of an expression is, where that is known. */
  typeOf(expression: SyntaxNode): Type;
  /** The values for `?`, as SQL, in order of appearance. */
  readonly parameters: readonly string[];
}

/** Writes a Trino parse tree as DuckDB SQL. What both understand is copied token by token. */
export class Renderer {
  readonly scope: RenderScope;
  #parameter = 0;
  #tolerant = 0;

  constructor(scope: RenderScope) {
    this.scope = scope;
  }

  /** The same scope from the start, for a statement that is rendered part by part. */
  again(): Renderer {
    return new Renderer(this.scope);
  }

  render(node: SyntaxNode): string {
    const renderer = RENDERERS[node.kind];
    if (renderer) return renderer(node, this);
    if (node.kind === 'token') return node.text;
    return this.join(node.children);
  }

  join(nodes: readonly SyntaxNode[]): string {
    return nodes
      .map((child) => this.render(child))
      .filter(Boolean)
      .join(' ');
  }

  list(nodes: readonly SyntaxNode[]): string {
    return nodes.map((node) => this.render(node)).join(', ');
  }

  parameter(): string {
    return this.scope.parameters[this.#parameter++] ?? 'NULL';
  }

  /** Inside `try(…)` nothing may fail. */
  tolerantly<Result>(render: () => Result): Result {
    this.#tolerant += 1;
    try {
      return render();
    } finally {
      this.#tolerant -= 1;
    }
  }

  macro(name: string): string {
    return this.#tolerant > 0 ? orNull(name) : name;
  }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

type NodeRenderer = (node: SyntaxNode, renderer: Renderer) => string;

const unsupported =
  (what: string): NodeRenderer =>
  (node) => {
    throw new QueryError('NOT_SUPPORTED', `${what} is not supported by the local cloud`, node);
  };

const identifier: NodeRenderer = (node) => quoted(nameOf(node));

const RENDERERS: Readonly<Record<string, NodeRenderer>> = {
  UnquotedIdentifier: identifier,
  QuotedIdentifier: identifier,
  SelectList: renderSelectList,
  AliasedRelation: renderAliasedRelation,
  InlineTable: renderInlineTable,
  Table: (node, renderer) => {
    const table = childOf(node, 'TableRef') ?? node;
    return `SELECT * FROM ${renderer.scope.relation(table) ?? renderer.render(table)}`;
  },
  FunctionCall: renderFunctionCall,
  Predicated: (node, renderer) => {
    const [value, predicate] = node.children;
    const text = value && predicate?.kind === 'NullPredicate' ? parsedText(value) : undefined;
    if (!predicate || !text) return renderer.join(node.children);
    const render = () => `${renderer.macro('trino_json_text')}(${renderer.render(text.node)})`;
    return `${text.isTried ? renderer.tolerantly(render) : render()} ${renderer.render(predicate)}`;
  },
  Cast: renderCast,
  TypeConstructor: renderTypeConstructor,
  AtTimeZone: renderAtTimeZone,
  Interval: renderInterval,
  Parameter: (_node, renderer) => renderer.parameter(),
  BinaryLiteral: (node) => `unhex('${textOf(node).slice(2, -1).replace(/\s/g, '')}')`,
  UnicodeStringLiteral: unsupported("A U&'…' literal"),
  ArithmeticBinary: renderArithmetic,
  Lambda: (node, renderer) => {
    const names = node.children.filter(isIdentifier).map((name) => quoted(nameOf(name)));
    return `lambda ${names.join(', ')}: ${renderer.render(node.children.at(-1) ?? node)}`;
  },
  ArrayConstructor: (node, renderer) => `[${renderer.list(childrenOf(node, 'Expression'))}]`,
  RowConstructor: (node, renderer) => `row(${renderer.list(childrenOf(node, 'Expression'))})`,
  // `a[1]` binds to the whole primary expression before it.
  Subscript: (node, renderer) => {
    const [base = node, , index = node] = node.children;
    const type = renderer.scope.typeOf(base);
    const macro = type === 'array' ? 'trino_element' : type === 'map' ? 'trino_entry' : undefined;
    if (macro) return `${renderer.macro(macro)}(${renderer.list([base, index])})`;
    return `(${renderer.render(base)})[${renderer.render(index)}]`;
  },
  Concatenation: (node, renderer) => {
    const operands = node.children.filter((child) => child.kind !== 'token');
    const types = operands.map((operand) => renderer.scope.typeOf(operand));
    const isOfArrays = types.includes('array');
    return operands
      .map((operand, index) => {
        const sql = renderer.render(operand);
        return isOfArrays && types[index] !== undefined && types[index] !== 'array' ? `[${sql}]` : sql;
      })
      .join(' || ');
  },
  // `trim([LEADING] ['x'] FROM text)`, `trim(text, 'x')`
  Trim: (node, renderer) => {
    const side = textOf(childOf(node, 'TrimsSpecification') ?? node).toUpperCase();
    const values = node.children.filter(({ kind }) => kind !== 'token' && kind !== 'TrimsSpecification');
    const [text, characters] = (hasToken(node, ',') ? values : values.toReversed()).map((one) => renderer.render(one));
    return trimmed(side === 'LEADING' ? 'ltrim' : side === 'TRAILING' ? 'rtrim' : 'trim', text ?? '', characters);
  },
  Extract: (node, renderer) => {
    const [, , field, , source] = node.children;
    const name = field ? nameOf(field).toLowerCase() : '';
    const part = { day_of_week: 'isodow', dow: 'isodow', day_of_year: 'doy', day_of_month: 'day' }[name] ?? name;
    const type = source && renderer.scope.typeOf(source);
    const at = renderer.render(source ?? node);
    const clock = zoneOf(type) === UTC ? at : localTime(at, zoneOf(type));
    return `CAST(date_part('${part.replaceAll("'", "''")}', ${clock}) AS BIGINT)`;
  },
  CurrentTimestamp: () => 'now()',
  LocalTimestamp: () => 'CAST(now() AS TIMESTAMP)',
  CurrentDate: () => 'current_date',
  CurrentTime: unsupported('current_time'),
  LocalTime: unsupported('localtime'),
  ListAgg: (node, renderer) => {
    const [value] = childrenOf(node, 'Expression');
    const separator = childOf(node, 'BasicStringLiteral');
    const order = childrenOf(node, 'SortItem');
    const filter = childOf(node, 'Filter');
    const inside = `${renderer.render(value ?? node)}, ${separator ? renderer.render(separator) : "''"}`;
    const orderBy = order.length > 0 ? ` ORDER BY ${renderer.list(order)}` : '';
    return `string_agg(${inside}${orderBy})${filter ? ` ${renderer.render(filter)}` : ''}`;
  },
  JsonObject: renderJson,
  JsonArray: renderJson,
  JsonQuery: renderJson,
  JsonValue: renderJson,
  JsonExists: renderJson,
  SampledRelation: (node, renderer) => {
    const [relation] = node.children;
    const type = childOf(node, 'SampleType');
    const share = childOf(node, 'Expression');
    if (!relation || !type || !share) return renderer.join(node.children);
    return `${renderer.render(relation)} TABLESAMPLE ${renderer.render(share)} PERCENT (${textOf(type).toLowerCase()})`;
  },
  LimitRowCount: (node, renderer) => (textOf(node).toUpperCase() === 'ALL' ? 'ALL' : renderer.join(node.children)),
  QueryPeriod: unsupported('Time travel (FOR TIMESTAMP or VERSION AS OF)'),
  WithFunction: unsupported('WITH FUNCTION'),
  JsonTable: unsupported('JSON_TABLE'),
  TableFunctionInvocation: unsupported('TABLE(…)'),
  QuantifiedComparison: (node, renderer) => renderer.join(node.children),
};

/** A column without a name is `_col` and its place, counted from 0. */
function renderSelectList(node: SyntaxNode, renderer: Renderer): string {
  return childrenOf(node, 'SelectItem')
    .map((item, index) => {
      const alias = item.children.find(isIdentifier);
      const value = item.children[0];
      if (!value) return '';
      const columns = childOf(item, 'ColumnAliases');
      if (columns) throw new QueryError('NOT_SUPPORTED', 'row.* AS (…) is not supported by the local cloud', columns);
      const sql = value.kind === 'TableAllColumns' ? allColumns(value, renderer) : renderer.render(value);
      if (alias) return `${sql} AS ${quoted(nameOf(alias))}`;
      return value.kind === 'SelectExpressionColumnName' && !endsInName(value) ? `${sql} AS "_col${index}"` : sql;
    })
    .join(', ');
}

function allColumns(node: SyntaxNode, renderer: Renderer): string {
  const [of] = node.children;
  return `${renderer.render(of ?? node)}.*`;
}

/** `x`, `t.x` and `(row).x` keep the name; anything computed has none. */
function endsInName(node: SyntaxNode): boolean {
  let at: SyntaxNode | undefined = node;
  while (at) {
    if (at.kind === 'ColumnReference' || at.kind === 'ColumnRef' || at.kind === 'Dereference') return true;
    if (at.children.length !== 1) return false;
    at = at.children[0];
  }
  return false;
}
