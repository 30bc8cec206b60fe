import { createHash, randomUUID } from 'node:crypto';
import { guardMarks } from './data.mjs';

/** What a JSONata function throws; `code` is shown before the message. */
function problem(code, message) {
  throw Object.assign(new Error(message), { code });
}

export const HASHES = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
};

/** Step Functions allows a thousand elements. */
const LONGEST_RANGE = 1000;

function partition(array, size) {
  if (array === undefined) return undefined;
  if (!Number.isInteger(size) || size < 1)
    problem('D3137', `$partition: the size is ${size}; it must be an integer over 0.`);
  const parts = [];
  for (let start = 0; start < array.length; start += size) parts.push(array.slice(start, start + size));
  return parts;
}

/** A sequence, as JSONata's own `[1..3]`: one element stands for itself, none for nothing. */
function range(first, last, step) {
  if (![first, last, step].every(Number.isInteger)) problem('D3137', '$range: all three arguments must be integers.');
  if (step === 0) problem('D3137', '$range: the step must not be 0.');
  const length = Math.floor((last - first) / step) + 1;
  if (length > LONGEST_RANGE) {
    problem('D3137', `$range: ${length} elements; ${LONGEST_RANGE} is the most it can give.`);
  }
  const numbers = Array.from({ length: Math.max(length, 0) }, (_, index) => first + index * step);
  return numbers.length === 1 ? numbers[0] : numbers;
}

function hash(data, algorithm) {
  const name = HASHES[algorithm];
  if (!name)
    problem('D3137', `$hash: the algorithm is ${algorithm}; it must be one of ${Object.keys(HASHES).join(', ')}.`);
  return createHash(name)
    .update(typeof data === 'string' ? data : JSON.stringify(data))
    .digest('hex');
}

/** The same seed gives the same number. */
export function random(seed) {
  if (seed === undefined) return Math.random();
  return createHash('sha256').update(String(seed)).digest().readUInt32BE(0) / 2 ** 32;
}

function parse(text) {
  if (text === undefined) return undefined;
  try {
    return guardMarks(JSON.parse(text));
  } catch {
    return problem('D3137', '$parse: the text is not JSON.');
  }
}

/** The functions Step Functions adds to JSONata, and the one it takes away. */
export function registerStatesFunctions(expression) {
  expression.registerFunction('partition', partition, '<an-:a>');
  expression.registerFunction('range', range, '<nnn:x>');
  expression.registerFunction('hash', hash, '<xs-:s>');
  expression.registerFunction('random', random, '<n?:n>');
  expression.registerFunction('uuid', () => randomUUID(), '<:s>');
  expression.registerFunction('parse', parse, '<s-:x>');
  expression.assign('eval', undefined);
}
