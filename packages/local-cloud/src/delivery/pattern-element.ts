import { BlockList, isIPv4, isIPv6 } from 'node:net';

export class PatternError extends Error {}

export type Scalar = string | number | boolean | null;

/** `absent` fits when the field is not there; the others are asked about each of its values. */
export type ElementTest = 'absent' | ((value: Scalar) => boolean);

export const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** One element of a field's list: a value to be equal to, or one operator such as `{ "prefix": "a" }`. */
export function elementTest(element: unknown, field: string): ElementTest {
  if (isScalar(element)) return (value) => value === element;
  const [operator, operand, ...more] = Object.entries(element as object).flat() as [string, unknown, ...unknown[]];
  if (Array.isArray(element) || operator === undefined || more.length > 0) {
    throw new PatternError(`"${field}" must hold values or objects with one operator each`);
  }
  switch (operator) {
    case 'exists':
      if (typeof operand !== 'boolean') throw new PatternError('exists match pattern must be either true or false.');
      return operand ? () => true : 'absent';
    case 'numeric':
      return numeric(operand);
    case 'cidr':
      return cidr(operand);
    case 'anything-but':
      return anythingBut(operand);
    default: {
      const test = textTest(operator, operand);
      if (!test) throw new PatternError(`Unrecognized match type ${operator}`);
      return (value) => typeof value === 'string' && test(value);
    }
  }
}

function textTest(operator: string, operand: unknown): ((value: string) => boolean) | undefined {
  const ignoringCase =
    (operator === 'prefix' || operator === 'suffix') && operand !== null && typeof operand === 'object'
      ? (operand as Record<string, unknown>)['equals-ignore-case']
      : undefined;
  const text = ignoringCase ?? operand;
  const known = ['prefix', 'suffix', 'equals-ignore-case', 'wildcard'].includes(operator);
  if (!known) return undefined;
  if (typeof text !== 'string') throw new PatternError(`${operator} match pattern must be a string`);
  const fold = (value: string) => (ignoringCase === undefined ? value : value.toLowerCase());
  switch (operator) {
    case 'prefix':
      return (value) => fold(value).startsWith(fold(text));
    case 'suffix':
      return (value) => fold(value).endsWith(fold(text));
    case 'equals-ignore-case':
      return (value) => value.toLowerCase() === text.toLowerCase();
    default:
      return wildcard(text);
  }
}

/** AWS does not say where its limit lies; five stars that the same character follows are known to be over it. */
const MOST_REPEATED_AFTER_WILDCARD = 4;

const mostRepeated = (characters: readonly string[]): number =>
  Math.max(0, ...characters.map((one) => characters.filter((other) => other === one).length));

/** `*` stands for any characters, `\*` for a star, `\\` for a backslash. */
function wildcard(pattern: string): (value: string) => boolean {
  const plain = pattern.replace(/\\./g, 'x');
  if (plain.includes('**')) throw new PatternError('Consecutive wildcard characters');
  if (mostRepeated(plain.match(/(?<=\*)[^*]/g) ?? []) > MOST_REPEATED_AFTER_WILDCARD) {
    throw new PatternError(
      'Rule is too complex - try using fewer wildcard characters or fewer repeating character sequences after a wildcard character',
    );
  }
  const source = pattern.replace(/\\([*\\])|\*|[.+?^${}()|[\]\\/-]/g, (found, escaped: string | undefined) =>
    escaped ? `\\${escaped}` : found === '*' ? '[^]*' : `\\${found}`,
  );
  const expression = new RegExp(`^${source}$`);
  return (value) => expression.test(value);
}

function anythingBut(operand: unknown): ElementTest {
  if (operand !== null && typeof operand === 'object' && !Array.isArray(operand)) {
    const [operator = '', given] = Object.entries(operand)[0] ?? [];
    const texts = Array.isArray(given) ? given : [given];
    if (operator !== 'equals-ignore-case' && texts.some((text) => typeof text !== 'string')) {
      throw new PatternError(`anything-but ${operator} match pattern must be a string`);
    }
    if ((operator === 'prefix' || operator === 'suffix') && texts.includes('')) {
      throw new PatternError('Null prefix/suffix not allowed');
    }
    const tests = texts.map((text) => textTest(operator, text));
    if (tests.length === 0 || tests.includes(undefined)) {
      throw new PatternError(`Unsupported anything-but pattern: ${operator}`);
    }
    return (value) => typeof value !== 'string' || !tests.some((test) => test?.(value));
  }
  const excluded = Array.isArray(operand) ? operand : [operand];
  if (excluded.length === 0 || !excluded.every((value) => typeof value === 'string' || typeof value === 'number')) {
    throw new PatternError('Inside anything-but list, values must be strings or numbers');
  }
  return (value) => !excluded.includes(value as string | number);
}

const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

function numeric(operand: unknown): ElementTest {
  if (!Array.isArray(operand) || (operand.length !== 2 && operand.length !== 4)) {
    throw new PatternError('Invalid member in numeric match: it must be ["=", 5] or ["<", 5] or [">", 0, "<=", 5]');
  }
  if (operand.length === 4 && !(String(operand[0]).startsWith('>') && String(operand[2]).startsWith('<'))) {
    throw new PatternError(
      'Bad numeric range operator: a range is a lower bound (> or >=), then an upper one (< or <=)',
    );
  }
  const tests: ((value: number) => boolean)[] = [];
  for (let index = 0; index < operand.length; index += 2) {
    const [operator, bound] = [operand[index], operand[index + 1]];
    const compare = typeof operator === 'string' && Object.hasOwn(COMPARE, operator) ? COMPARE[operator] : undefined;
    if (!compare) throw new PatternError(`Unrecognized numeric range operator: ${String(operator)}`);
    if (typeof bound !== 'number') throw new PatternError(`Value of ${operator} must be numeric`);
    tests.push((value) => compare(value, bound));
  }
  return (value) => typeof value === 'number' && tests.every((test) => test(value));
}

function cidr(operand: unknown): ElementTest {
  const [address = '', bits = ''] = String(operand).split('/');
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined;
  const most = family === 'ipv4' ? 32 : 128;
  if (!family || !/^\d{1,3}$/.test(bits) || Number(bits) > most) {
    throw new PatternError(`Malformed CIDR: ${String(operand)}`);
  }
  const block = new BlockList();
  block.addSubnet(address, Number(bits), family);
  return (value) => {
    if (typeof value !== 'string') return false;
    return (isIPv4(value) && block.check(value, 'ipv4')) || (isIPv6(value) && block.check(value, 'ipv6'));
  };
}
