import { familyOf } from './analysis/types.ts';
import { utc } from './functions/dates.ts';
import { literal } from './functions/function.ts';
import { QueryError } from './query-error.ts';
import type { Renderer } from './render.ts';
import {
  childOf,
  childrenOf,
  hasToken,
  nameOf,
  type SyntaxNode,
  soleDescendant,
  stringValue,
  textOf,
} from './syntax-tree.ts';
import { duckType, varcharLength } from './type-name.ts';

/** Macros that refuse text which DuckDB would take. */
const STRICT: Readonly<Record<string, string>> = {
  BOOLEAN: 'trino_boolean',
  DATE: 'trino_date',
  TIMESTAMP: 'trino_timestamp',
};

const INTEGRAL = new Set(['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT']);

/** CAST and TRY_CAST, with Trino's idea of what text and JSON turn into. */
export function renderCast(node: SyntaxNode, renderer: Renderer): string {
  const type = node.children.find((child) => child.kind.endsWith('Type'));
  const expression = childOf(node, 'Expression');
  if (!type || !expression) throw new QueryError('SYNTAX_ERROR', 'CAST needs a value and a type', node);
  const tolerant = hasToken(node, 'TRY_CAST');
  const cast = tolerant ? 'TRY_CAST' : 'CAST';
  const inMode = (render: () => string) => (tolerant ? renderer.tolerantly(render) : render());
  const macro = (name: string) => inMode(() => renderer.macro(name));
  const target = duckType(type);
  const json = target === 'VARCHAR' || target === 'JSON' ? undefined : parsedText(expression);
  const value = inMode(() => renderer.render(json ?? expression));
  if (json) return `${cast}(${macro('trino_json_text')}(${value}) AS ${target})`;
  if (target === 'VARCHAR') {
    const length = varcharLength(type);
    const text = `${macro('trino_varchar')}(${value})`;
    if (length === undefined) return text;
    // Text is cut; a number that does not fit is an error.
    const isText = familyOf(renderer.scope.typeOf(expression)) !== 'number';
    return isText ? `left(${text}, ${length})` : `${macro('trino_fitting')}(${text}, ${length})`;
  }
  // A cast makes a JSON string of text; json_parse is what reads it.
  if (target === 'JSON') return `trino_to_json(${value})`;
  if (INTEGRAL.has(target)) {
    // DuckDB would round 2.5 to the even number.
    const isDouble = ['double', 'real'].includes(renderer.scope.typeOf(expression) ?? '');
    const whole = isDouble
      ? `round(${value})`
      : `${macro('trino_integral')}(${value}, '${textOf(type).toLowerCase()}')`;
    return `${cast}(${whole} AS ${target})`;
  }
  const strict = STRICT[target];
  if (strict) return `${cast}(${macro(strict)}(${value}) AS ${target})`;
  return `${cast}(${value} AS ${target})`;
}

/** `json_parse(text)` writes the JSON anew, which is wasted on a cast that reads it again. */
function parsedText(expression: SyntaxNode): SyntaxNode | undefined {
  const call = soleDescendant(expression, 'FunctionCall');
  const name = call && childOf(call, 'FunctionName');
  const args = call && childrenOf(call, 'Expression');
  return name && textOf(name).toLowerCase() === 'json_parse' && args?.length === 1 ? args[0] : undefined;
}

const CONSTRUCTORS: Readonly<Record<string, string>> = {
  date: 'DATE',
  time: 'TIME',
  json: 'JSON',
  decimal: 'DECIMAL(38, 18)',
  double: 'DOUBLE',
  doubleprecision: 'DOUBLE',
  real: 'REAL',
  bigint: 'BIGINT',
  integer: 'INTEGER',
  boolean: 'BOOLEAN',
  varchar: 'VARCHAR',
  char: 'VARCHAR',
};

/** `TIMESTAMP '2026-11-16 04:05:06'`, `DATE '2026-11-16'` … */
export function renderTypeConstructor(node: SyntaxNode): string {
  const text = stringValue(node.children.at(-1) ?? node) ?? '';
  const name = node.children.slice(0, -1).map(nameOf).join('').toLowerCase();
  const valid = (pattern: RegExp) => {
    if (!pattern.test(text)) {
      throw new QueryError('INVALID_LITERAL', `'${text}' is not a valid ${name.toUpperCase()} literal`, node);
    }
  };
  if (name === 'timestamp') {
    valid(/^\d{4}-\d\d?-\d\d?( \d\d?:\d\d?(:\d\d?(\.\d+)?)?)?( ?[A-Za-z_/+\-:\d]+)?$/);
    const zoned = /[A-Za-z]|[+-]\d\d:\d\d$/.test(text);
    return `CAST(${literal(text)} AS ${zoned ? 'TIMESTAMPTZ' : 'TIMESTAMP'})`;
  }
  if (name === 'date') {
    valid(/^\d{4}-\d\d?-\d\d?$/);
    const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
    if (new Date(Date.UTC(year, month - 1, day)).getUTCDate() !== day) valid(/(?!)/);
  }
  if (name === 'decimal') {
    valid(/^[+-]?(\d+\.?\d*|\.\d+)$/);
    const scale = (text.split('.')[1] ?? '').length;
    return `CAST(${literal(text)} AS DECIMAL(38, ${scale}))`;
  }
  const type = CONSTRUCTORS[name];
  if (!type) throw new QueryError('TYPE_NOT_FOUND', `Unknown type: ${name}`, node);
  return `CAST(${literal(text)} AS ${type})`;
}

export function renderAtTimeZone(node: SyntaxNode, renderer: Renderer): string {
  const [value] = node.children;
  const zone = childOf(node, 'TimeZoneString');
  const name = zone && stringValue(zone.children.at(-1) ?? zone);
  return utc(renderer.render(value ?? node), name ?? textOf(node.children.at(-1) ?? node), node);
}
