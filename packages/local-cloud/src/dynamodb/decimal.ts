/**
 * DynamoDB's numbers: decimal, up to 38 significant digits, magnitude between 1E-130 and 9.99…E+125.
 * `coefficient × 10^exponent`, with no zeros at the coefficient's end.
 */
interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,6})?$/;
/** Longer than any number in range needs, zeros before and behind included. */
const LONGEST = 512;
const LARGEST_MAGNITUDE = 125;
const SMALLEST_MAGNITUDE = -130;
const PRECISION = 38;

export class NumberError extends Error {}

function parseDecimal(text: string): Decimal {
  if (text.length > LONGEST || !NUMBER.test(text)) {
    throw new NumberError(`The parameter cannot be converted to a numeric value: ${text.slice(0, 100)}`);
  }
  const [mantissa = '', power = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return checked(BigInt(whole + fraction || '0'), Number(power) - fraction.length);
}

function add(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  return checked(scaled(a, exponent) + scaled(b, exponent), exponent);
}

function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { coefficient: -b.coefficient, exponent: b.exponent });
}

function compare(a: Decimal, b: Decimal): number {
  const exponent = Math.min(a.exponent, b.exponent);
  const [left, right] = [scaled(a, exponent), scaled(b, exponent)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The way DynamoDB writes it back: plain digits, no exponent, no needless zeros. */
function format({ coefficient, exponent }: Decimal): string {
  const sign = coefficient < 0n ? '-' : '';
  const digits = (coefficient < 0n ? -coefficient : coefficient).toString();
  if (exponent >= 0) return sign + digits + '0'.repeat(exponent);
  const padded = digits.padStart(1 - exponent, '0');
  return `${sign}${padded.slice(0, exponent)}.${padded.slice(exponent)}`;
}

const SAFE_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;

/** One number has one spelling, so that equal numbers are equal strings. */
export function canonical(text: string): string {
  return SAFE_INTEGER.test(text) ? text : format(parseDecimal(text));
}

/** Counters are most of what is added; they need no big integers. */
export function addText(a: string, b: string): string {
  if (SAFE_INTEGER.test(a) && SAFE_INTEGER.test(b)) return String(Number(a) + Number(b));
  return format(add(parseDecimal(a), parseDecimal(b)));
}

export function subtractText(a: string, b: string): string {
  return format(subtract(parseDecimal(a), parseDecimal(b)));
}

export function compareText(a: string, b: string): number {
  if (SAFE_INTEGER.test(a) && SAFE_INTEGER.test(b)) return Number(a) - Number(b);
  return compare(parseDecimal(a), parseDecimal(b));
}

function scaled({ coefficient, exponent }: Decimal, to: number): bigint {
  return coefficient * 10n ** BigInt(exponent - to);
}

function checked(coefficient: bigint, exponent: number): Decimal {
  if (coefficient === 0n) return { coefficient, exponent: 0 };
  const text = (coefficient < 0n ? -coefficient : coefficient).toString();
  const digits = text.replace(/0+$/, '');
  const trailing = text.length - digits.length;
  const magnitude = exponent + text.length - 1;
  if (digits.length > PRECISION) {
    throw new NumberError('Attempting to store more than 38 significant digits in a Number');
  }
  if (magnitude > LARGEST_MAGNITUDE) {
    throw new NumberError('Number overflow. Attempting to store a number with magnitude larger than supported range');
  }
  if (magnitude < SMALLEST_MAGNITUDE) {
    throw new NumberError('Number underflow. Attempting to store a number with magnitude smaller than supported range');
  }
  return { coefficient: coefficient / 10n ** BigInt(trailing), exponent: exponent + trailing };
}
