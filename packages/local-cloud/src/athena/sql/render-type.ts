import { canonicalJson } from '../engine/json-text.ts';
import { timestampParts } from './analysis/literal-types.ts';
import { familyOf, type Type } from './analysis/types.ts';
import { fractionText } from './functions/dates.ts';
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
import { instantOf, isZoned, localTime, precisionOf, UTC, zoneNamed, zoneOf } from './time-zone.ts';
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
  const source = renderer.scope.typeOf(expression);
  if (familyOf(source) === 'time') {
    const at = renderTimeCast(
      inMode(() => renderer.render(expression)),
      source,
      target,
      renderer.scope.typeOf(node),
    );
    if (at !== undefined) return at;
  }
  const parsed = target === 'VARCHAR' || target === 'JSON' ? undefined : parsedText(expression);
  const json = parsed?.isTried ? undefined : parsed?.node;
  const value = inMode(() => renderer.render(json ?? expression));
  if (json) return `${cast}(${macro('trino_json_text')}(${value}) AS ${target})`;
  if (target === 'VARCHAR') {
    const length = varcharLength(type);
    const text = `CAST(${isPlain(source) ? value : `${macro('trino_varchar')}(${value})`} AS VARCHAR)`;
    if (length === undefined) return text;
    // Text is cut; a number that does not fit is an error.
    const isText = familyOf(source) !== 'number';
    return isText ? `left(${text}, ${length})` : `${macro('trino_fitting')}(${text}, ${length})`;
  }
  // A cast makes a JSON string of text; json_parse is what reads it.
  if (target === 'JSON') return `trino_to_json(${value})`;
  if (INTEGRAL.has(target)) {
    // DuckDB would round 2.5 to the even number.
    const isDouble = ['double', 'real'].includes(source ?? '');
    const whole = isDouble
      ? `round(${value})`
      : `${macro('trino_integral')}(${value}, '${textOf(type).toLowerCase()}')`;
    return `${cast}(${whole} AS ${target})`;
  }
  const written = target === 'TIMESTAMPTZ' ? stringValue(expression) : undefined;
  if (written !== undefined) {
    const instant = writtenTime(written);
    if (instant) return instant;
  }
  const strict = STRICT[target];
  if (strict) return `${cast}(${macro(strict)}(${value}) AS ${target})`;
  return `${cast}(${value} AS ${target})`;
}

/** Whether both engines write values of the type alike. */
const isPlain = (type: Type): boolean => type === 'boolean' || INTEGRAL.has(type?.toUpperCase() ?? '');

/** A time made into another, or into text with the digits and the zone that its type has. */
function renderTimeCast(value: string, source: Type, target: string, wanted: Type): string | undefined {
  const zone = zoneOf(source);
  const local = isZoned(source) ? localTime(value, zone) : value;
  if (target === 'VARCHAR' && source !== 'date') {
    const text = `strftime(${local}, '%Y-%m-%d %H:%M:%S')${fractionText(local, precisionOf(source))}`;
    return isZoned(source) ? `(${text} || ${literal(` ${zone}`)})` : `(${text})`;
  }
  if (target === 'DATE') return `CAST(${local} AS DATE)`;
  if (target !== 'TIMESTAMP' && target !== 'TIMESTAMPTZ') return undefined;
  const [from, to] = [precisionOf(source), precisionOf(wanted)];
  if (target === 'TIMESTAMPTZ' && isZoned(source)) return `CAST(${value} AS TIMESTAMPTZ)`;
  const rounded = to < from && to < 6 ? `trino_rounded(${local}, ${10 ** (6 - to)})` : `CAST(${local} AS TIMESTAMP)`;
  return target === 'TIMESTAMP' ? rounded : instantOf(rounded, UTC);
}

/** Text with a zone in it, as the instant that it stands for; undefined where it has none. */
function writtenTime(text: string): string | undefined {
  const parts = timestampParts(text);
  const zone = parts?.zone === undefined ? undefined : zoneNamed(parts.zone);
  return parts && zone ? instantOf(`CAST(${literal(parts.local)} AS TIMESTAMP)`, zone) : undefined;
}

/**
 * The text in `json_parse(text)` or `try(json_parse(text))`, which writes the JSON anew: wasted on a cast that reads it again
 * and on a question whether it is NULL.
 */
export function parsedText(expression: SyntaxNode): { node: SyntaxNode; isTried: boolean } | undefined {
  const call = soleDescendant(expression, 'FunctionCall');
  const name = call && childOf(call, 'FunctionName');
  const [argument, second] = call ? childrenOf(call, 'Expression') : [];
  if (!name || !argument || second) return undefined;
  switch (textOf(name).toLowerCase()) {
    case 'json_parse':
      return { node: argument, isTried: false };
    case 'try': {
      const inner = parsedText(argument);
      return inner && { ...inner, isTried: true };
    }
    default:
      return undefined;
  }
}

interface Constructor {
  readonly type: string;
  isValid?(text: string): boolean;
}

const wholeNumber = (type: string, bits: number): Constructor => ({
  type,
  isValid: (text) =>
    /^[+-]?\d+$/.test(text) && BigInt.asIntN(bits, BigInt(text.replace('+', ''))) === BigInt(text.replace('+', '')),
});
const isNumber = (text: string): boolean => /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|Infinity)$|^NaN$/i.test(text);

const CONSTRUCTORS: Readonly<Record<string, Constructor>> = {
  date: { type: 'DATE' },
  time: { type: 'TIME' },
  tinyint: wholeNumber('TINYINT', 8),
  smallint: wholeNumber('SMALLINT', 16),
  integer: wholeNumber('INTEGER', 32),
  int: wholeNumber('INTEGER', 32),
  bigint: wholeNumber('BIGINT', 64),
  double: { type: 'DOUBLE', isValid: isNumber },
  doubleprecision: { type: 'DOUBLE', isValid: isNumber },
  real: { type: 'REAL', isValid: isNumber },
  boolean: { type: 'BOOLEAN', isValid: (text) => /^(?:true|false|t|f|1|0)$/i.test(text) },
  uuid: { type: 'UUID', isValid: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) },
  varchar: { type: 'VARCHAR' },
  char: { type: 'VARCHAR' },
};

/** `TIMESTAMP '2026-11-16 04:05:06'`, `DATE '2026-11-16'` … */
export function renderTypeConstructor(node: SyntaxNode): string {
  const text = stringValue(node.children.at(-1) ?? node) ?? '';
  const name = node.children.slice(0, -1).map(nameOf).join('').toLowerCase();
  const invalid = () =>
    new QueryError('INVALID_LITERAL', `'${text}' is not a valid ${name.toUpperCase()} literal`, node);
  if (name === 'timestamp') {
    const parts = timestampParts(text);
    const zone = parts?.zone === undefined ? UTC : zoneNamed(parts.zone);
    if (!parts || zone === undefined || !isDay(parts.local)) throw invalid();
    const local = `CAST(${literal(parts.local)} AS TIMESTAMP)`;
    return parts.zone === undefined ? local : instantOf(local, zone);
  }
  if (name === 'time' && !/^([01]?\d|2[0-3]):[0-5]?\d(:[0-5]?\d(\.\d+)?)?$/.test(text)) throw invalid();
  if (name === 'date' && !(/^\d{4}-\d\d?-\d\d?$/.test(text) && isDay(text))) throw invalid();
  if (name === 'decimal') {
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) throw invalid();
    const scale = (text.split('.')[1] ?? '').length;
    return `CAST(${literal(text)} AS DECIMAL(38, ${scale}))`;
  }
  if (name === 'json') {
    const json = canonicalJson(text);
    if (json === undefined) throw invalid();
    return `CAST(${literal(json)} AS JSON)`;
  }
  const known = Object.hasOwn(CONSTRUCTORS, name) ? CONSTRUCTORS[name] : undefined;
  if (!known) throw new QueryError('TYPE_NOT_FOUND', `Unknown type: ${name}`, node);
  if (known.isValid?.(text) === false) throw invalid();
  return `CAST(${literal(text)} AS ${known.type})`;
}

/** Whether the text begins with a day that there is. */
function isDay(text: string): boolean {
  const [, year = 0, month = 1, day = 1] = (/^[+-]?(\d+)-(\d+)-(\d+)/.exec(text) ?? []).map(Number);
  return month >= 1 && month <= 12 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

/** Which zone it is is in the type; the instant stays the same. */
export function renderAtTimeZone(node: SyntaxNode, renderer: Renderer): string {
  const [value] = node.children;
  const zone = childOf(node, 'TimeZoneString');
  if (!zone || stringValue(zone.children.at(-1) ?? zone) === undefined) {
    throw new QueryError('NOT_SUPPORTED', 'The time zone must be a string literal in the local cloud', node);
  }
  return `CAST(${renderer.render(value ?? node)} AS TIMESTAMPTZ)`;
}
