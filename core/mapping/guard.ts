import type { Expression } from 'jsonata';
import { RollcallError } from '../../contracts/errors.ts';
import { isMarked, unforged } from './forged.ts';
import { type EvaluationLimits, MAPPING_LIMITS } from './limits.ts';

/** What is left to one evaluation. */
interface Allowance {
  steps: number;
  depth: number;
  /** Bytes, roughly, that the texts and arrays made by further steps may take. */
  room: number;
  readonly deadline: number;
  readonly limits: EvaluationLimits;
}

/** Names no expression can spell and no data can guess: members of data become names in some expressions. */
const ALLOWANCE = `allowance ${Math.random()} ${Math.random()}`;
const RANGE = `range ${Math.random()} ${Math.random()}`;

/** Steps that make new values; the others hand on values that are there. */
const MAKERS = new Set(['function', 'apply', 'binary', 'unary', 'transform']);

export const newAllowance = (limits: EvaluationLimits): Record<string, Allowance> => ({
  [ALLOWANCE]: {
    steps: limits.steps,
    depth: limits.depth,
    room: limits.room,
    deadline: Date.now() + limits.milliseconds,
    limits,
  },
});

interface Environment {
  lookup(name: string): unknown;
}

const ranOut = (what: string) => new RollcallError('MappingTimeout', `it ran out of ${what}`);

function onEntry(_expression: unknown, _input: unknown, environment: Environment): void {
  const allowance = environment.lookup(ALLOWANCE) as Allowance;
  const { limits } = allowance;
  if (--allowance.steps < 0) throw ranOut(`steps (${limits.steps})`);
  if (--allowance.depth < 0) throw ranOut(`depth (${limits.depth} nested calls)`);
  if (Date.now() > allowance.deadline) throw ranOut(`time (${limits.milliseconds} ms)`);
}

function onExit({ type }: { type: string }, _input: unknown, environment: Environment, result: unknown): void {
  const allowance = environment.lookup(ALLOWANCE) as Allowance;
  allowance.depth++;
  refuseNative(type, result);
  if (typeof result === 'string') {
    if (MAKERS.has(type)) allowance.room -= textRoom(result.length);
  } else if (Array.isArray(result)) {
    const room = arrayRoom(result.length);
    if (MAKERS.has(type) || allowance.limits.room < MAPPING_LIMITS.room) allowance.room -= room;
  }
  if (allowance.room < 0) throw ranOut(`room (${allowance.limits.room} bytes for all values made on the way)`);
}

const patterns = new WeakSet<object>();

/** Functions are objects to JSONata. One of JavaScript's own comes from a regular expression, or from an escape. */
function refuseNative(type: string, result: unknown): void {
  // A list of one stands for what it holds.
  const value = Array.isArray(result) && result.length === 1 ? result[0] : result;
  if (typeof value !== 'function' || patterns.has(value)) return;
  if (type !== 'regex') throw new RollcallError('MappingFailed', 'it reaches a function of JavaScript');
  patterns.add(value);
}

function textRoom(length: number): number {
  if (length <= MAPPING_LIMITS.textLength) return length;
  throw ranOut(`room: a text of ${length} characters (${MAPPING_LIMITS.textLength} allowed)`);
}

function arrayRoom(length: number): number {
  if (length <= MAPPING_LIMITS.arrayLength) return length * 8;
  throw ranOut(`room: an array of ${length} values (${MAPPING_LIMITS.arrayLength} allowed)`);
}

/** Puts JSONata's own hooks, called around every step, to use. */
export function guard(expression: Expression): void {
  const assign = expression.assign as (name: string | symbol, value: unknown) => void;
  assign(Symbol.for('jsonata.__evaluate_entry'), onEntry);
  assign(Symbol.for('jsonata.__evaluate_exit'), onExit);
  // As on AWS: an expression made of row text is not ours to run.
  expression.registerFunction('eval', () => {
    throw new RollcallError('MappingFailed', '$eval is not available');
  });
  // JSONata's own make a value of any length within a single step, and a thread that fails to find room for
  // one large value takes the whole process with it.
  expression.registerFunction('pad', pad, '<s-ns?:s>');
  expression.registerFunction('join', join, '<a<s>s?:s>');
  expression.registerFunction(RANGE, range);
  // A transform changes such a copy.
  expression.registerFunction('clone', clone, '<(oa)-:o>');
  guardRanges(expression.ast());
}

/** Makes `a..b` a call of our own function. */
function guardRanges(node: unknown): void {
  if (node === null || typeof node !== 'object') return;
  const binary = node as { type?: string; value?: unknown; lhs?: unknown; rhs?: unknown };
  if (binary.type === 'binary' && binary.value === '..') {
    const procedure = { type: 'variable', value: RANGE };
    Object.assign(node, { type: 'function', value: '(', procedure, arguments: [binary.lhs, binary.rhs] });
    delete binary.lhs;
    delete binary.rhs;
  }
  for (const child of Object.values(node)) guardRanges(child);
}

function range(from: unknown, to: unknown): number[] | undefined {
  if (from === undefined || to === undefined) return undefined;
  if (!Number.isInteger(from) || !Number.isInteger(to)) {
    throw new RollcallError(
      'MappingFailed',
      `a range goes from one whole number to another, not from ${from} to ${to}`,
    );
  }
  const length = Math.max(0, (to as number) - (from as number) + 1);
  arrayRoom(length);
  return length === 0 ? undefined : Array.from({ length }, (_, index) => (from as number) + index);
}

function clone(value: unknown): unknown {
  if (value === undefined) return undefined;
  const json = JSON.stringify(value, (_key, part) => (isFunction(part) ? '' : part));
  textRoom(json.length);
  return unforged(JSON.parse(json));
}

/** Whether JSONata made it to be called. */
export const isFunction = (value: unknown): boolean =>
  value !== null && typeof value === 'object' ? isMarked(value) : typeof value === 'function';

function join(texts: string[] | undefined, separator = ''): string | undefined {
  if (texts === undefined) return undefined;
  const length = texts.reduce((sum, text) => sum + text.length + separator.length, 0);
  textRoom(length);
  return texts.join(separator);
}

function pad(text: string | undefined, width: number, fill = ' '): string | undefined {
  if (text === undefined) return undefined;
  textRoom(Math.abs(width));
  const missing = Math.abs(width) - countCharacters(text);
  if (missing <= 0) return text;
  const characters = [...(fill || ' ')];
  const whole = characters.join('').repeat(Math.floor(missing / characters.length));
  const filling = whole + characters.slice(0, missing % characters.length).join('');
  return width > 0 ? text + filling : filling + text;
}

/** Code points, not the halves some of them are stored in. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
