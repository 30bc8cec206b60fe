import { invalidPattern, type Matcher } from './filter-pattern.ts';

type Test = (event: unknown) => boolean;

/**
 * `{ $.level = "ERROR" && ($.latency > 500 || $.tags[0] = "slow*") }`: comparisons with `= != < <= > >=`, `IS NULL`,
 * `IS TRUE`, `IS FALSE` and `NOT EXISTS`, joined by `&&` (which binds first), `||` and parentheses.
 */
export function parseJsonPattern(pattern: string): Matcher {
  const tokens = tokenize(pattern);
  let at = 0;
  const peek = () => tokens[at];
  const take = (expected?: string): string => {
    const token = tokens[at];
    if (token === undefined || (expected !== undefined && token !== expected)) {
      throw invalidPattern(pattern, `${expected ?? 'more'} is expected ${token ? `before ${token}` : 'at the end'}`);
    }
    at += 1;
    return token;
  };

  const either = (): Test => {
    const tests = [both()];
    while (peek() === '||') {
      take();
      tests.push(both());
    }
    return (event) => tests.some((test) => test(event));
  };
  const both = (): Test => {
    const tests = [single()];
    while (peek() === '&&') {
      take();
      tests.push(single());
    }
    return (event) => tests.every((test) => test(event));
  };
  const single = (): Test => {
    if (peek() === '(') {
      take();
      const inner = either();
      take(')');
      return inner;
    }
    const selector = take();
    if (!selector.startsWith('$')) throw invalidPattern(pattern, `${selector} must be a selector such as $.level`);
    const steps = selector.slice(1).match(/[^.[\]]+/g) ?? [];
    const read = (event: unknown) => steps.reduce<unknown>((value, step) => member(value, step), event);
    const operator = take();
    if (operator === 'IS' || operator === 'NOT') {
      const compare = STATES[`${operator} ${take()}`];
      if (!compare) throw invalidPattern(pattern, `${operator} must be followed by NULL, TRUE, FALSE or EXISTS`);
      return (event) => compare(read(event));
    }
    const value = take();
    if (value.startsWith('%')) throw invalidPattern(pattern, 'regular expressions are not hosted');
    const compare = comparison(operator, value);
    if (!compare) throw invalidPattern(pattern, `${operator} does not compare with that value`);
    return (event) => compare(read(event));
  };

  take('{');
  const test = either();
  take('}');
  if (at < tokens.length) throw invalidPattern(pattern, 'nothing may follow the closing brace');
  return (message) => {
    if (!message.startsWith('{')) return false;
    try {
      return test(JSON.parse(message));
    } catch {
      return false;
    }
  };
}

const STATES: Readonly<Record<string, Test>> = {
  'IS NULL': (value) => value === null,
  'IS TRUE': (value) => value === true,
  'IS FALSE': (value) => value === false,
  'NOT EXISTS': (value) => value === undefined,
};

function tokenize(pattern: string): string[] {
  const tokens = /\s*("(?:[^"\\]|\\.)*"|&&|\|\||!=|<=|>=|[={}()<>]|[^\s={}()<>!&|"]+)/y;
  const found: string[] = [];
  while (tokens.lastIndex < pattern.trimEnd().length) {
    const match = tokens.exec(pattern);
    if (!match?.[1]) throw invalidPattern(pattern, 'a character in it has no meaning there');
    found.push(match[1]);
  }
  return found;
}

function member(value: unknown, step: string): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, step)
    ? (value as Record<string, unknown>)[step]
    : undefined;
}

function comparison(operator: string, token: string): Test | undefined {
  const quoted = token.startsWith('"');
  const text = quoted ? token.slice(1, -1).replace(/\\(.)/g, '$1') : token;
  const number = quoted ? Number.NaN : Number(token);
  const pattern = new RegExp(`^${text.split('*').map(escapeRegExp).join('[^]*')}$`);
  const equals: Test = (value) =>
    typeof value === 'number' ? value === number : typeof value === 'string' && pattern.test(value);
  const numeric = (compare: (value: number) => boolean): Test | undefined =>
    Number.isNaN(number) ? undefined : (value) => typeof value === 'number' && compare(value);
  switch (operator) {
    case '=':
      return equals;
    case '!=':
      return (value) => value !== undefined && !equals(value);
    case '<':
      return numeric((value) => value < number);
    case '<=':
      return numeric((value) => value <= number);
    case '>':
      return numeric((value) => value > number);
    case '>=':
      return numeric((value) => value >= number);
    default:
      return undefined;
  }
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
