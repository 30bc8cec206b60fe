import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AwsError } from '../../src/aws-error.ts';
import { parseFilterPattern } from '../../src/logs/filter-pattern.ts';

const ERROR = '2026-01-01T00:00:00Z ERROR connection timed out';
const JSON_LINE =
  '{"level":"ERROR","run":{"id":"run-7"},"latency":512.5,"tags":["slow","eu"],"cached":false,"note":null}';

describe('filter patterns', () => {
  const cases: [pattern: string, message: string, matches: boolean][] = [
    ['', ERROR, true],
    ['ERROR', ERROR, true],
    ['error', ERROR, false],
    ['ERROR timed', ERROR, true],
    ['ERROR refused', ERROR, false],
    ['"connection timed out"', ERROR, true],
    ['"timed connection"', ERROR, false],
    ['ERROR -timed', ERROR, false],
    ['?refused ?timed', ERROR, true],
    ['?refused ?closed', ERROR, false],
    ['{ $.level = "ERROR" }', JSON_LINE, true],
    ['{ $.level = ERROR }', JSON_LINE, true],
    ['{ $.level = "INFO" }', JSON_LINE, false],
    ['{ $.run.id = "run-7" }', JSON_LINE, true],
    ['{ $.run.id = "run-*" }', JSON_LINE, true],
    ['{ $.tags[1] = "eu" }', JSON_LINE, true],
    ['{ $.latency > 500 && $.latency <= 512.5 }', JSON_LINE, true],
    ['{ $.latency < 500 || $.level != "INFO" }', JSON_LINE, true],
    ['{ ($.latency < 500 || $.cached IS FALSE) && $.note IS NULL }', JSON_LINE, true],
    ['{ $.absent NOT EXISTS }', JSON_LINE, true],
    ['{ $.absent = "x" }', JSON_LINE, false],
    ['{ $.level = "ERROR" }', ERROR, false],
  ];
  it.each(cases)('%s on %s: %s', (pattern, message, expected) => {
    expect(parseFilterPattern(pattern)(message)).toBe(expected);
  });

  it.each([
    '"open',
    'time-out',
    '[a, b]',
    '{ $.a }',
    '{ $.a = 1',
    '{ level = "x" }',
    '{ $.a > "x" }',
    '{ $.a = 1 } x',
    '{}',
  ])('refuses %s', (pattern) => {
    expect(() => parseFilterPattern(pattern)).toThrow(AwsError);
  });

  it('any pattern is refused or matches, without another failure', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `{ ${text} }`),
        ),
        fc.string(),
        (pattern, message) => {
          try {
            expect(typeof parseFilterPattern(pattern)(message)).toBe('boolean');
          } catch (error) {
            expect(error).toBeInstanceOf(AwsError);
          }
        },
      ),
    );
  });

  it('a quoted phrase is found wherever it stands', () => {
    const text = fc.stringMatching(/^[a-z .:-]{1,10}$/).filter((phrase) => phrase.trim() !== '');
    fc.assert(
      fc.property(text, fc.string(), fc.string(), (phrase, before, after) => {
        expect(parseFilterPattern(`"${phrase}"`)(before + phrase + after)).toBe(true);
      }),
    );
  });
});
