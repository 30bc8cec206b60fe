import { describe, expect, it } from 'vitest';
import { ruleHolds } from '../../../src/stepfunctions/query-language/choice-rule.ts';

const values: Readonly<Record<string, unknown>> = {
  '$.text': 'log-2024.txt',
  '$.star': 'a*b',
  '$.number': 5,
  '$.other': 7,
  '$.null': null,
  '$.time': '2024-01-01T00:00:00Z',
  '$.later': '2024-01-01T00:00:00.5+00:00',
};
const find = (path: string) => (Object.hasOwn(values, path) ? { value: values[path] } : undefined);
const holds = (rule: Record<string, unknown>) => ruleHolds(rule, find);

describe('a rule of a Choice state', () => {
  it.each([
    [{ Variable: '$.text', StringMatches: 'log-*.txt' }, true],
    [{ Variable: '$.text', StringMatches: '*' }, true],
    [{ Variable: '$.text', StringMatches: 'log.*' }, false],
    [{ Variable: '$.star', StringMatches: 'a\\*b' }, true],
    [{ Variable: '$.text', StringMatches: 'log\\*' }, false],
    [{ Variable: '$.number', StringMatches: '*' }, false],
    [{ Variable: '$.number', NumericLessThanPath: '$.other' }, true],
    [{ Variable: '$.number', NumericEquals: 5 }, true],
    [{ Variable: '$.text', NumericEquals: 5 }, false],
    [{ Variable: '$.time', TimestampLessThanPath: '$.later' }, true],
    [{ Variable: '$.time', IsTimestamp: true }, true],
    [{ Variable: '$.text', IsTimestamp: false }, true],
    [{ Variable: '$.null', IsNull: true }, true],
    [{ Variable: '$.missing', IsPresent: false }, true],
    [{ Variable: '$.null', IsPresent: true }, true],
    [{ Not: { Variable: '$.number', NumericEquals: 5 } }, false],
    [
      {
        Or: [
          { Variable: '$.number', IsString: true },
          { Variable: '$.text', IsString: true },
        ],
      },
      true,
    ],
    [
      {
        And: [
          { Variable: '$.missing', IsPresent: true },
          { Variable: '$.missing', IsNull: true },
        ],
      },
      false,
    ],
  ])('%j holds: %s', (rule, expected) => {
    expect(holds(rule)).toBe(expected);
  });

  it.each([
    { Variable: '$.missing', IsNull: true },
    { Variable: '$.number', NumericEqualsPath: '$.missing' },
  ])('%j cannot be told', (rule) => {
    expect(() => holds(rule)).toThrow("Invalid path '$.missing': The choice state's condition path references");
  });
});
