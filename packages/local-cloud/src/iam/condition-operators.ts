import { BlockList, isIP } from 'node:net';
import { wildcard } from './wildcard.ts';

/** Whether one value of the request satisfies one value of the policy. */
type Compare = (actual: string, expected: string) => boolean;

export interface ConditionOperator {
  readonly compare: Compare;
  /** `StringNotEquals` and its kin: true when *no* value of the policy matches, and when the key is absent. */
  readonly negated: boolean;
}

const positive = (compare: Compare): ConditionOperator => ({ compare, negated: false });
const negative = (compare: Compare): ConditionOperator => ({ compare, negated: true });

const equals: Compare = (actual, expected) => actual === expected;
const equalsIgnoringCase: Compare = (actual, expected) => actual.toLowerCase() === expected.toLowerCase();
const like: Compare = (actual, expected) => wildcard(expected)(actual);

/** ARNs are compared part by part, so that a `*` does not run over a colon into the next part. */
const arnLike: Compare = (actual, expected) => {
  const actualParts = arnParts(actual);
  const expectedParts = arnParts(expected);
  return (
    actualParts.length === expectedParts.length &&
    expectedParts.every((part, index) => wildcard(part)(actualParts[index] ?? ''))
  );
};

function arnParts(arn: string): string[] {
  const parts = arn.split(':');
  return [...parts.slice(0, 5), parts.slice(5).join(':')];
}

const numeric =
  (test: (actual: number, expected: number) => boolean): Compare =>
  (actual, expected) =>
    test(Number(actual), Number(expected));

/** Dates are ISO 8601 or seconds since 1970. */
const time = (text: string): number => (/^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text));
const dated =
  (test: (actual: number, expected: number) => boolean): Compare =>
  (actual, expected) =>
    test(time(actual), time(expected));

const inRange: Compare = (actual, expected) => {
  const [address = '', bits] = expected.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(address) === 0 || isIP(actual) === 0) return false;
  const list = new BlockList();
  list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  return list.check(actual, isIP(actual) === 6 ? 'ipv6' : 'ipv4');
};

export const conditionOperators: Readonly<Record<string, ConditionOperator>> = {
  StringEquals: positive(equals),
  StringNotEquals: negative(equals),
  StringEqualsIgnoreCase: positive(equalsIgnoringCase),
  StringNotEqualsIgnoreCase: negative(equalsIgnoringCase),
  StringLike: positive(like),
  StringNotLike: negative(like),
  ArnEquals: positive(arnLike),
  ArnLike: positive(arnLike),
  ArnNotEquals: negative(arnLike),
  ArnNotLike: negative(arnLike),
  Bool: positive(equalsIgnoringCase),
  NumericEquals: positive(numeric((a, b) => a === b)),
  NumericNotEquals: negative(numeric((a, b) => a === b)),
  NumericLessThan: positive(numeric((a, b) => a < b)),
  NumericLessThanEquals: positive(numeric((a, b) => a <= b)),
  NumericGreaterThan: positive(numeric((a, b) => a > b)),
  NumericGreaterThanEquals: positive(numeric((a, b) => a >= b)),
  DateEquals: positive(dated((a, b) => a === b)),
  DateNotEquals: negative(dated((a, b) => a === b)),
  DateLessThan: positive(dated((a, b) => a < b)),
  DateLessThanEquals: positive(dated((a, b) => a <= b)),
  DateGreaterThan: positive(dated((a, b) => a > b)),
  DateGreaterThanEquals: positive(dated((a, b) => a >= b)),
  IpAddress: positive(inRange),
  NotIpAddress: negative(inRange),
};
