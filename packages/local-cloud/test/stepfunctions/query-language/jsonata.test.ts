import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateExpression, expressionIn } from '../../../src/stepfunctions/query-language/jsonata-expression.ts';

const evaluate = (text: string, bindings: Record<string, unknown>) => evaluateExpression('machine', text, bindings);

describe('the functions Step Functions adds to JSONata', () => {
  it.each([
    ['$partition([1,2,3,4,5], 2)', [[1, 2], [3, 4], [5]]],
    ['$range(0, 10, 5)', [0, 5, 10]],
    ['$range(5, 1, -2)', [5, 3, 1]],
    ['$range(1, 9, 9)', 1],
    ['$parse(\'[1, {"a": null}]\')', [1, { a: null }]],
    ["$hash('row', 'SHA-256')", createHash('sha256').update('row').digest('hex')],
    ["$hash('row', 'MD5')", createHash('md5').update('row').digest('hex')],
    ['$random(7) = $random(7)', true],
    ['$random() < 1', true],
    ['$uuid() != $uuid()', true],
  ])('%s', async (text, expected) => {
    expect(await evaluate(text, {})).toEqual(expected);
  });

  it.each([
    "$hash('a', 'SHA-3')",
    '$partition([1], 0)',
    '$range(1, 5000, 1)',
    '$range(1, 2, 0)',
    "$parse('{')",
    "$eval('1')",
  ])('%s is an error', async (text) => {
    await expect(evaluate(text, {})).rejects.toMatchObject({ code: expect.any(String) });
  });

  it('give a UUID of version 4', async () => {
    expect(await evaluate('$uuid()', {})).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('cut a list into parts that make the list again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer(), { maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        async (list, size) => {
          const parts = (await evaluate('$partition($list, $size)', { list, size })) as number[][];
          expect(parts.flat()).toEqual(list);
          expect(parts.slice(0, -1).every((part) => part.length === size)).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('an expression', () => {
  it('is what starts with {% and ends with %} exactly', () => {
    expect(expressionIn('{% $a %}')).toBe('$a');
    expect(expressionIn('{%$a%}')).toBe('$a');
    for (const text of [' {% $a %}', '{% $a %} ', '{%', '{%}', '$a', '']) expect(expressionIn(text)).toBeUndefined();
  });

  it('does not see what another one was given', async () => {
    const [first, second] = await Promise.all([1, 2].map((n) => evaluate('$n + $n', { n })));
    expect([first, second]).toEqual([2, 4]);
  });

  it('that calls itself without end is stopped before the memory is full', async () => {
    const endless = evaluate('( $f := function($n) { 1 + $f($n + 1) }; $f(0) )', {});
    await expect(endless).rejects.toMatchObject({ code: 'U1001' });
  });

  it('gives any JSON value back as it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const json = JSON.parse(JSON.stringify(value));
        expect(await evaluate('$states.input', { states: { input: json } })).toEqual(json);
      }),
      { numRuns: 100 },
    );
  });
});
