import { parseJson } from '../json.ts';
import { ScoringError } from './compare.ts';
import { ROUNDING } from './pass-line.ts';

/** A whole number that a double cannot hold exactly is a bigint. */
export type ExactNumber = number | bigint;

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/;
/** A number with more digits than this is not a number that anybody compares. */
const MOST_DIGITS = 1_000;

/** The number that a decimal text stands for. Infinite where it is too large. */
export function exactNumber(text: string): ExactNumber {
  const value = Number(text);
  if (Number.isSafeInteger(value) || !/\d{16}|[eE]/.test(text)) return value;
  const [, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  const zeros = Number(exponent) - fraction.length;
  const isWhole = zeros >= 0 || /^0*$/.test(fraction.slice(Number(exponent)));
  if (!isWhole || Number.isNaN(value) || whole.length + Number(exponent) > MOST_DIGITS) return value;
  const digits = `${whole}${fraction}`;
  const magnitude = BigInt(zeros >= 0 ? digits + '0'.repeat(zeros) : digits.slice(0, zeros));
  return sign === '-' ? -magnitude : magnitude;
}

/** A configuration's value comes as a double: it equals the whole numbers that it may have been. */
export const isSameNumber = (a: ExactNumber, b: ExactNumber): boolean =>
  a === b || (typeof a !== typeof b && Number(a) === Number(b));

/** Whether two numbers differ by no more than this, give or take rounding; whole numbers are compared exactly. */
export function isNear(a: ExactNumber, b: ExactNumber, tolerance: number): boolean {
  if (!isFiniteNumber(a) || !isFiniteNumber(b)) throw new ScoringError('A number is too large to compare.');
  if (isWhole(a) && isWhole(b)) {
    const difference = BigInt(a) - BigInt(b);
    return Number(difference < 0n ? -difference : difference) <= tolerance * (1 + ROUNDING);
  }
  const [x, y] = [Number(a), Number(b)];
  return Math.abs(x - y) <= tolerance + ROUNDING * Math.max(Math.abs(x), Math.abs(y));
}

const isFiniteNumber = (value: ExactNumber): boolean => typeof value === 'bigint' || Number.isFinite(value);
const isWhole = (value: ExactNumber): boolean => typeof value === 'bigint' || Number.isSafeInteger(value);

const LITERAL = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const MARK = '\u0000number ';
const MARKED = new RegExp(`^${MARK}(-?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?)$`);

/** The value of JSON text, its whole numbers above 2^53 as bigint. Undefined where it is no JSON. */
export function parseExactJson(text: string): unknown {
  const value = parseJson(text);
  if (value === undefined || !/\d{16}|\d[eE]/.test(text)) return value;
  const marked = text.replace(LITERAL, (literal) =>
    literal.startsWith('"') || typeof exactNumber(literal) === 'number' ? literal : JSON.stringify(MARK + literal),
  );
  return JSON.parse(marked, (_key, member: unknown) => {
    const number = typeof member === 'string' ? MARKED.exec(member)?.[1] : undefined;
    return number === undefined ? member : exactNumber(number);
  });
}
