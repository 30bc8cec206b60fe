import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMapping } from '../../../core/mapping/compile-mapping.ts';
import { evaluateMapping } from '../../../core/mapping/evaluate-mapping.ts';
import { mappingRoot } from '../../../core/mapping/mapping-root.ts';

const field = 'toolInputMapping';
const evaluate = (expression: string, root: unknown = {}, maxBytes = 262_144) =>
  evaluateMapping({ expression, field, maxBytes }, root);

const root = mappingRoot({
  sample_id: 's-1',
  row_index: 7,
  input: '{"question":"Why?","tags":["a","b"]}',
  expected: '42',
  metadata: '{"lang":"en"}',
  previous_attempts: 0,
});

describe('a mapping', () => {
  it('sees the row with its JSON columns parsed and its expected text as it is', async () => {
    expect(await evaluate('$', root)).toEqual({
      sample_id: 's-1',
      row_index: 7,
      input: { question: 'Why?', tags: ['a', 'b'] },
      expected: '42',
      metadata: { lang: 'en' },
    });
  });

  it('builds the value the target is called with', async () => {
    const value = await evaluate('{"q": input.question & "!", "id": sample_id, "n": $count(input.tags)}', root);
    expect(value).toEqual({ q: 'Why?!', id: 's-1', n: 2 });
  });

  it('that has no value says what it could begin with', async () => {
    const answer = { status: 200, headers: { date: 'today' }, body: { label: 'bug' } };
    await expect(evaluate('label', answer)).rejects.toThrow(
      'no value for this row; it sees status, headers, body.label',
    );
    await expect(evaluate('question', root)).rejects.toThrow(
      'it sees sample_id, row_index, input.question, input.tags, expected, metadata.lang',
    );
  });

  it('gives plain JSON, free of JSONata’s own sequence markers', async () => {
    const value = await evaluate('input.tags', root);
    expect(Object.getOwnPropertyNames(value)).toEqual(['0', '1', 'length']);
  });

  it('passes any JSON value through unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await evaluate('{"v": value}', { value: { wrapped: value } })).toEqual(
          JSON.parse(JSON.stringify({ v: { wrapped: value } })),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('is compiled once', () => {
    expect(compileMapping('input.once', field)).toBe(compileMapping('input.once', field));
  });
});

describe('a mapping that is wrong', () => {
  it('says where the syntax breaks', async () => {
    await expect(evaluate('{"a": input.}', root)).rejects.toMatchObject({
      name: 'MappingSyntax',
      errorClass: 'validation',
      message: expect.stringMatching(/toolInputMapping is not valid JSONata, at character \d+/),
    });
  });

  it.each([
    ['fails on the row', 'input.question + 1', /at character \d+.*number/s],
    ['has no value', 'input.nothing', /no value/],
    ['gives a function', 'function($x){$x}', /function/],
    ['hides a function in its value', '{"f": $sum}', /function at f/],
    ['asks for $eval', '$eval("1")', /\$eval is not available/],
    ['throws on purpose', '$error("no such luck")', /no such luck/],
  ])('%s', async (_what, expression, message) => {
    await expect(evaluate(expression, root)).rejects.toMatchObject({
      name: 'MappingFailed',
      message: expect.stringMatching(message),
    });
  });

  it('refuses a value larger than the target takes', async () => {
    await expect(evaluate('input', { input: 'x'.repeat(100) }, 50)).rejects.toThrow(/larger than 50 bytes/);
  });
});

describe('which mappings run in the function’s own thread', () => {
  it.each([
    'input',
    '$',
    '{"a": input.b.c, "d": [1, "e", null]}',
    '{"a": {"b": $$.input.`order id`}}',
    'input.items[]',
  ])('%s', (text) => {
    expect(compileMapping(text, field).plain).toBe(true);
  });

  it.each([
    'input.items.$$.input.items',
    'input.b[0]',
    'input.{"a": b}',
    '{"a": b}.c',
    '{input.a: 1}',
    'a.*',
    'a.%',
    'a{b: c}',
    'a@$b.c',
    'a#$i',
    '$string(a)',
    'a & b',
    '$map(a, function($x){$x})',
    '$match(a, /x/)',
    '[1..10]',
    '$pad(a, 10)',
    '$replace(a, "b", "c")',
    '($f := function($x){$f($x)}; $f(1))',
    'a.constructor("x")',
    'a ~> $map(b)',
    '**',
    'a^(b)',
    '$distinct(a)',
  ])('not %s', (text) => {
    expect(compileMapping(text, field).plain).toBe(false);
  });
});
