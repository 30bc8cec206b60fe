import { parseTimestamp } from '../engine/wait.ts';

/** What a path of a rule leads to; undefined when to nothing. */
type Find = (path: string) => { readonly value: unknown } | undefined;
type Rule = Readonly<Record<string, unknown>>;

/** A rule reads a path that leads nowhere. */
export class InvalidVariable extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`Invalid path '${path}': The choice state's condition path references an invalid value.`);
    this.path = path;
  }
}

const isString = (value: unknown): value is string => typeof value === 'string';
const isNumeric = (value: unknown): value is number => typeof value === 'number';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const timeOf = (value: unknown): number | undefined => (isString(value) ? parseTimestamp(value) : undefined);

/** `IsNull` and its kin, IsPresent apart. */
const TYPE_TESTS: Readonly<Record<string, (value: unknown) => boolean>> = {
  IsNull: (value) => value === null,
  IsNumeric: isNumeric,
  IsString: isString,
  IsBoolean: isBoolean,
  IsTimestamp: (value) => timeOf(value) !== undefined,
};

const ORDERS: Readonly<Record<string, (left: number | string, right: number | string) => boolean>> = {
  Equals: (left, right) => left === right,
  LessThan: (left, right) => left < right,
  GreaterThan: (left, right) => left > right,
  LessThanEquals: (left, right) => left <= right,
  GreaterThanEquals: (left, right) => left >= right,
};

/** A comparison holds only between two values of its own type. */
function comparisons(): Record<string, (left: unknown, right: unknown) => boolean> {
  const all: Record<string, (left: unknown, right: unknown) => boolean> = {
    BooleanEquals: (left, right) => isBoolean(left) && left === right,
  };
  for (const [name, holds] of Object.entries(ORDERS)) {
    all[`String${name}`] = (left, right) => isString(left) && isString(right) && holds(left, right);
    all[`Numeric${name}`] = (left, right) => isNumeric(left) && isNumeric(right) && holds(left, right);
    all[`Timestamp${name}`] = (left, right) => {
      const [first, second] = [timeOf(left), timeOf(right)];
      return first !== undefined && second !== undefined && holds(first, second);
    };
  }
  return all;
}

const COMPARISONS = comparisons();

/** All that a rule may compare with, besides And, Or and Not; `…Path` forms included. */
export const CHOICE_OPERATORS: ReadonlySet<string> = new Set([
  ...Object.keys(COMPARISONS),
  ...Object.keys(COMPARISONS).map((name) => `${name}Path`),
  ...Object.keys(TYPE_TESTS),
  'IsPresent',
  'StringMatches',
]);

/** Does a rule of a Choice state in JSONPath hold? Throws InvalidVariable. */
export function ruleHolds(rule: Rule, find: Find): boolean {
  if (rule.And) return (rule.And as Rule[]).every((inner) => ruleHolds(inner, find));
  if (rule.Or) return (rule.Or as Rule[]).some((inner) => ruleHolds(inner, find));
  if (rule.Not) return !ruleHolds(rule.Not as Rule, find);
  const path = String(rule.Variable);
  const name = Object.keys(rule).find((key) => CHOICE_OPERATORS.has(key)) ?? '';
  const variable = find(path);
  if (name === 'IsPresent') return (variable !== undefined) === rule.IsPresent;
  if (!variable) throw new InvalidVariable(path);
  const test = TYPE_TESTS[name];
  if (test) return test(variable.value) === rule[name];
  if (name === 'StringMatches') return isString(variable.value) && matches(variable.value, String(rule[name]));
  const constant = COMPARISONS[name];
  if (constant) return constant(variable.value, rule[name]);
  const otherPath = String(rule[name]);
  const other = find(otherPath);
  if (!other) throw new InvalidVariable(otherPath);
  return COMPARISONS[name.slice(0, -'Path'.length)]?.(variable.value, other.value) ?? false;
}

const patterns = new Map<string, RegExp>();
const MOST_PATTERNS = 1000;

/** `*` stands for any text, `\*` for a star, `\\` for a backslash. */
function matches(text: string, pattern: string): boolean {
  let compiled = patterns.get(pattern);
  if (!compiled) {
    const source = pattern.replace(/\\([*\\])|\*|[.+?^${}()|[\]\\/]/g, (found, escaped: string | undefined) => {
      if (escaped !== undefined) return `\\${escaped}`;
      return found === '*' ? '[^]*' : `\\${found}`;
    });
    compiled = new RegExp(`^${source}$`);
    if (patterns.size >= MOST_PATTERNS) patterns.clear();
    patterns.set(pattern, compiled);
  }
  return compiled.test(text);
}
