import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { HASHES, random } from './runtime/jsonata-functions.mjs';

/** Why an intrinsic function cannot give a result: States.IntrinsicFailure. */
export class IntrinsicFailure extends Error {}

const fail = (message: string): never => {
  throw new IntrinsicFailure(message);
};

const LONGEST_RANGE = 1000;
const LONGEST_TEXT = 10_000;

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return fail(`Invalid arguments: ${JSON.stringify(value)} is not a string`);
}

function shortText(value: unknown): string {
  const given = text(value);
  return given.length > LONGEST_TEXT ? fail(`The text has more than ${LONGEST_TEXT} characters`) : given;
}

function array(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : fail(`Invalid arguments: ${JSON.stringify(value)} is not an array`);
}

/** "Rounds to the nearest integer": halves go up, also below zero. */
function integer(value: unknown): number {
  if (typeof value !== 'number') return fail(`Invalid arguments: ${JSON.stringify(value)} is not a number`);
  return Math.round(value) + 0;
}

function object(value: unknown): object {
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value;
  return fail(`Invalid arguments: ${JSON.stringify(value)} is not a JSON object`);
}

/** The functions but States.Format, by name; arguments have been evaluated. */
export const INTRINSICS: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
  Array: (...items) => items,
  ArrayContains: (items, wanted) => array(items).some((item) => isDeepStrictEqual(item, wanted)),
  ArrayGetItem(items, index) {
    const at = integer(index);
    const all = array(items);
    return at >= 0 && at < all.length ? all[at] : fail(`Index ${at} is out of bounds for length ${all.length}`);
  },
  ArrayLength: (items) => array(items).length,
  ArrayPartition(items, size) {
    const all = array(items);
    const most = integer(size);
    if (most < 1) fail('The chunk size must be a positive integer');
    return Array.from({ length: Math.ceil(all.length / most) }, (_, part) => all.slice(part * most, (part + 1) * most));
  },
  ArrayRange(first, last, step) {
    const [from, to, by] = [integer(first), integer(last), integer(step)];
    if (by === 0) fail('The increment must not be zero');
    const length = Math.max(Math.floor((to - from) / by) + 1, 0);
    if (length > LONGEST_RANGE) fail(`The range has ${length} items; ${LONGEST_RANGE} is the most it can have`);
    return Array.from({ length }, (_, index) => from + index * by);
  },
  ArrayUnique: (items) =>
    array(items).filter((item, index, all) => all.findIndex((other) => isDeepStrictEqual(other, item)) === index),
  Base64Decode: (value) => Buffer.from(shortText(value), 'base64').toString('utf8'),
  Base64Encode: (value) => Buffer.from(shortText(value), 'utf8').toString('base64'),
  Hash(data, algorithm) {
    const name = HASHES[text(algorithm)];
    if (!name) return fail(`The algorithm is ${algorithm}; it must be one of ${Object.keys(HASHES).join(', ')}`);
    return createHash(name)
      .update(shortText(typeof data === 'string' ? data : JSON.stringify(data)))
      .digest('hex');
  },
  JsonMerge(first, second, deep) {
    if (deep !== false) fail('Only the shallow merging mode, false, is supported');
    return { ...object(first), ...object(second) };
  },
  JsonToString: (value) => JSON.stringify(value),
  MathAdd: (first, second) => integer(first) + integer(second),
  /** From the start up to, but without, the end. */
  MathRandom(start, end, seed) {
    const [from, to] = [integer(start), integer(end)];
    if (from >= to) fail('The start must be smaller than the end');
    return from + Math.floor(random(seed === undefined ? undefined : integer(seed)) * (to - from));
  },
  /** Each character of the second text parts the first; nothing between two of them is no part. */
  StringSplit(value, separators) {
    const ends = new Set(text(separators));
    const parts = [''];
    for (const character of text(value)) {
      if (ends.has(character)) parts.push('');
      else parts[parts.length - 1] += character;
    }
    return parts.filter((part) => part !== '');
  },
  StringToJson(value) {
    const json = text(value);
    if (json.trim() === '') return null;
    try {
      return JSON.parse(json);
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error));
    }
  },
  UUID: () => randomUUID(),
};

/** `\{` and `\}` are braces, `{}` is where the next argument goes. */
export function format(template: string, args: readonly unknown[]): string {
  let used = 0;
  const filled = template.replace(/\\([\\'{}])|\{\}/g, (_, escaped: string | undefined) => {
    if (escaped !== undefined) return escaped;
    used += 1;
    return used > args.length ? '' : shown(args[used - 1]);
  });
  if (used !== args.length) fail(`${used} occurrences of {} and ${args.length} arguments`);
  return filled;
}

/** Objects and lists are written as Java writes them: `{a=1, b=[2, 3]}`. */
function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([name, item]) => `${name}=${shown(item)}`)
    .join(', ')}}`;
}
