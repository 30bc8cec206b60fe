import { isDeepStrictEqual } from 'node:util';
import { type Cursor, unquoted } from './cursor.ts';
import { type JsonPath, readJsonPath } from './json-path-syntax.ts';

/** What a filter's paths start from. */
export interface FilterScope {
  /** What is at a path; undefined when nothing is. */
  find(path: JsonPath): unknown;
}

export type Filter = (scope: FilterScope) => boolean;
type Operand = (scope: FilterScope) => unknown;
type Operator = (left: unknown, right: unknown) => boolean;

const OR = /\s*\|\|/y;
const AND = /\s*&&/y;
const NOT = /\s*!(?!=)/y;
const OPEN = /\s*\(/y;
const CLOSE = /\s*\)/y;
const OPERATOR = /\s*(===?|!==?|<=|>=|<|>|=~|(?:in|nin|subsetof|anyof|noneof|contains|size|empty)\b)\s*/y;
const PATH = /\s*(?=[@$])/y;
const NUMBER = /\s*(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const TEXT = /\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/y;
const WORD = /\s*(true|false|null)\b/y;
const PATTERN = /\s*\/((?:[^/\\]|\\.)*)\/([a-z]*)/y;
const LIST = /\s*\[/y;
const LIST_END = /\s*\]/y;
const COMMA = /\s*,/y;

/** The condition in `[?( … )]`. */
export function readFilter(cursor: Cursor): Filter {
  const parts = [readAnd(cursor)];
  while (cursor.take(OR)) parts.push(readAnd(cursor));
  return (scope) => parts.some((part) => part(scope));
}

function readAnd(cursor: Cursor): Filter {
  const parts = [readNot(cursor)];
  while (cursor.take(AND)) parts.push(readNot(cursor));
  return (scope) => parts.every((part) => part(scope));
}

function readNot(cursor: Cursor): Filter {
  if (cursor.take(NOT)) {
    const inner = readNot(cursor);
    return (scope) => !inner(scope);
  }
  if (!cursor.take(OPEN)) return readComparison(cursor);
  const inner = readFilter(cursor);
  cursor.expect(CLOSE, ')');
  return inner;
}

function readComparison(cursor: Cursor): Filter {
  const left = readOperand(cursor);
  const name = cursor.take(OPERATOR)?.[1];
  // A path alone asks whether it leads anywhere.
  if (name === undefined) return (scope) => left(scope) !== undefined;
  const right = readOperand(cursor);
  const operator = OPERATORS[name] as Operator;
  return (scope) => operator(left(scope), right(scope));
}

function readOperand(cursor: Cursor): Operand {
  if (cursor.take(PATH)) {
    const path = readJsonPath(cursor, 'in filter');
    return (scope) => scope.find(path);
  }
  const pattern = cursor.take(PATTERN);
  const value = pattern ? compiled(pattern, cursor) : readLiteral(cursor);
  return () => value;
}

/** As in Java, a pattern is to match the whole text. */
function compiled([, source, flags]: RegExpExecArray, cursor: Cursor): RegExp {
  try {
    return new RegExp(`^(?:${source})$`, flags);
  } catch {
    return cursor.fail('a regular expression before this place');
  }
}

function readLiteral(cursor: Cursor): unknown {
  const number = cursor.take(NUMBER);
  if (number) return Number(number[1]);
  const text = cursor.take(TEXT);
  if (text) return unquoted(text[1] as string);
  const word = cursor.take(WORD);
  if (word) return JSON.parse(word[1] as string);
  if (!cursor.take(LIST)) return cursor.fail('a path, a number, a text or a list');
  const items: unknown[] = [];
  while (!cursor.take(LIST_END)) {
    items.push(readLiteral(cursor));
    if (!cursor.take(COMMA)) {
      cursor.expect(LIST_END, ']');
      break;
    }
  }
  return items;
}

/** Numbers and the texts that spell them are equal, as in the Java library AWS uses. */
function equal(left: unknown, right: unknown): boolean {
  if (typeof left === 'number' && typeof right === 'string') return right.trim() !== '' && left === Number(right);
  if (typeof left === 'string' && typeof right === 'number') return equal(right, left);
  return left !== undefined && isDeepStrictEqual(left, right);
}

/** Like is compared with like; anything else holds for no order. */
const ordered =
  (holds: (left: number | string, right: number | string) => boolean): Operator =>
  (left, right) =>
    ((typeof left === 'number' && typeof right === 'number') ||
      (typeof left === 'string' && typeof right === 'string')) &&
    holds(left, right);

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const holds = (values: unknown, value: unknown): boolean => list(values).some((item) => equal(item, value));
const isSized = (value: unknown): value is string | readonly unknown[] =>
  typeof value === 'string' || Array.isArray(value);

const OPERATORS: Readonly<Record<string, Operator>> = {
  '==': equal,
  '===': (left, right) => typeof left === typeof right && equal(left, right),
  '!=': (left, right) => !equal(left, right),
  '!==': (left, right) => typeof left !== typeof right || !equal(left, right),
  '<': ordered((left, right) => left < right),
  '<=': ordered((left, right) => left <= right),
  '>': ordered((left, right) => left > right),
  '>=': ordered((left, right) => left >= right),
  '=~': (left, right) => typeof left === 'string' && right instanceof RegExp && right.test(left),
  in: (left, right) => holds(right, left),
  nin: (left, right) => !holds(right, left),
  subsetof: (left, right) => Array.isArray(left) && left.every((item) => holds(right, item)),
  anyof: (left, right) => list(left).some((item) => holds(right, item)),
  noneof: (left, right) => !list(left).some((item) => holds(right, item)),
  contains: (left, right) => (typeof left === 'string' ? left.includes(String(right)) : holds(left, right)),
  size: (left, right) => isSized(left) && left.length === right,
  empty: (left, right) => isSized(left) && (left.length === 0) === right,
};
