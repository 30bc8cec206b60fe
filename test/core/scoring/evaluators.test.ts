import { describe, expect, it } from 'vitest';
import { evaluatorSchema } from '../../../contracts/evaluators.ts';
import { rowScorer } from '../../../core/scoring/score-answer.ts';
import { tokensOf } from '../../../core/scoring/text-tokens.ts';
import { type Case, score } from './score.ts';

const passes = (cases: readonly Case[]) => {
  it.each(cases)('%j scores %j, expected %j, with %d', async (evaluator, actual, expected, wanted) => {
    expect(await score(evaluator, actual, expected)).toMatchObject({ score: wanted, passed: wanted === 1 });
  });
};

describe('a reason that no table holds', () => {
  it.each([
    ['half a surrogate pair', '"\\ud83d!"', '\uFFFD!'],
    ['NUL', '"\\u0000"', '\uFFFD'],
    ['a long text', '$pad("😀", 3000, "😀")', '😀'.repeat(2_000)],
  ])('is mended or cut: %s', async (_what, text, reason) => {
    const expression = `{ "score": 1, "reason": ${text} }`;
    const scored = rowScorer([evaluatorSchema.parse({ type: 'jsonata', name: 'mine', expression })]);
    const { scores } = await scored({ sample_id: 's', row_index: 0, status: 'succeeded', actual_output: 'a' });
    expect(JSON.parse(scores ?? '')).toEqual({ mine: { score: 1, passed: true, reason } });
  });
});

describe('exact', () => {
  passes([
    ['exact', 'yes', 'yes', 1],
    ['exact', ' yes\n', 'yes', 1],
    ['exact', 'Yes', 'yes', 0],
    ['exact', '', '', 1],
    [{ type: 'exact', trim: false }, ' yes', 'yes', 0],
    [{ type: 'exact', ignoreCase: true }, 'ÄRGER', 'ärger', 1],
    [{ type: 'exact', value: 'fixed' }, 'fixed', 'other', 1],
    [{ type: 'exact', value: 3 }, '3', undefined, 1],
    ['exact', '1.0', '1', 0],
    [{ type: 'exact', numbers: true }, '1.0', '1', 1],
    [{ type: 'exact', numbers: true }, '1e3', '1000', 1],
    [{ type: 'exact', numbers: true }, '007', '7', 0],
    [{ type: 'exact', numbers: true }, '9007199254740993', '9007199254740992', 0],
    ['exact', '{"a":9007199254740993}', '{"a": 9007199254740992}', 0],
    ['exact', 'cafe\u0301', 'café', 0],
    [{ type: 'exact', normalization: 'NFC' }, 'cafe\u0301', 'café', 1],
    [{ type: 'exact', normalization: 'NFKC' }, 'ﬁn', 'fin', 1],
    ['exact', 'a  b', 'a b', 0],
    [{ type: 'exact', whitespace: 'collapse' }, 'a \n b', 'a b', 1],
    [{ type: 'exact', whitespace: 'collapse' }, 'ab', 'a b', 0],
    [{ type: 'exact', whitespace: 'ignore' }, 'ab', 'a b', 1],
    ['exact', '{"b":[1,2],"a":1}', '{ "a": 1, "b": [1, 2] }', 1],
    ['exact', '{"a":[2,1]}', '{"a":[1,2]}', 0],
    [{ type: 'exact', json: false }, '{"a":1}', '{ "a": 1 }', 0],
    ['exact', '{"a":1', '{"a":1', 1],
    ['exact', '{"a":1', '{"a":2', 0],
  ]);
});

describe('contains', () => {
  passes([
    ['contains', 'the answer is 42.', '42', 1],
    ['contains', 'the answer is 42.', ' 42 ', 1],
    ['contains', 'Paris', 'paris', 0],
    [{ type: 'contains', ignoreCase: true }, 'Paris', 'paris', 1],
    [{ type: 'contains', value: ['a', 'b'] }, 'a-b', undefined, 1],
    [{ type: 'contains', value: ['a', 'x'] }, 'a-b', undefined, 0.5],
    [{ type: 'contains', value: ['a', 'x'], mode: 'any' }, 'a-b', undefined, 1],
    [{ type: 'contains', value: ['y', 'x'], mode: 'any' }, 'a-b', undefined, 0],
    [{ type: 'contains', value: 'sorry', negate: true }, 'I am sorry', undefined, 0],
    [{ type: 'contains', value: 'sorry', negate: true }, 'of course', undefined, 1],
  ]);
});

describe('regex', () => {
  passes([
    [{ type: 'regex', pattern: '^\\d{3}$' }, '123', undefined, 1],
    [{ type: 'regex', pattern: '\\d{3}' }, 'no 123 here', undefined, 1],
    [{ type: 'regex', pattern: '\\d{3}', match: 'full' }, 'no 123 here', undefined, 0],
    [{ type: 'regex', pattern: 'YES', ignoreCase: true }, 'yes', undefined, 1],
    [{ type: 'regex', pattern: '^b$' }, 'a\nb', undefined, 0],
    [{ type: 'regex', pattern: '^b$', multiline: true }, 'a\nb', undefined, 1],
    [{ type: 'regex', pattern: 'a.b' }, 'a\nb', undefined, 0],
    [{ type: 'regex', pattern: 'a.b', dotAll: true }, 'a\nb', undefined, 1],
    [{ type: 'regex', pattern: 'http:\\/\\/', negate: true }, 'see http://x', undefined, 0],
    ['regex', 'AB-7', '[A-Z]{2}-\\d', 1],
    [{ type: 'regex', pattern: '(?<year>\\d{4})' }, '2026', undefined, 1],
    [{ type: 'regex', pattern: '^\\p{Lu}' }, 'Ärger', undefined, 1],
  ]);

  it.each(['(a+)+$', '(a|a)*$', '(.*a){20}', '([a-z]+)*\\d'])('%s stays quick on a long text', async (pattern) => {
    const began = performance.now();
    expect(await score({ type: 'regex', pattern }, `${'a'.repeat(5_000)}!`)).toHaveProperty('passed');
    expect(performance.now() - began).toBeLessThan(60_000);
  });

  it.each(['(?=a)b', '(a)\\1', '('])('%s is refused in words', async (pattern) => {
    await expect(score({ type: 'regex', pattern }, 'a')).rejects.toThrow('The pattern cannot be used');
  });
});

describe('json-match', () => {
  const order = '{"id":7,"total":9.99,"items":[{"sku":"A"},{"sku":"B"}]}';
  passes([
    ['json-match', order, order, 1],
    ['json-match', '{"id":7,"total":9.99,"items":[{"sku":"A"},{"sku":"B"}],"note":"x"}', order, 1],
    ['json-match', '{"id":7,"total":10,"items":[{"sku":"A"},{"sku":"B"}]}', order, 0.75],
    [{ type: 'json-match', tolerance: 0.02 }, '{"id":7,"total":10,"items":[{"sku":"A"},{"sku":"B"}]}', order, 1],
    [{ type: 'json-match', paths: ['items[1].sku'] }, '{"items":[{},{"sku":"B"}]}', order, 1],
    [{ type: 'json-match', paths: ['["a.b"].c'] }, '{"a.b":{"c":1}}', '{"a.b":{"c":1}}', 1],
    [{ type: 'json-match', ignoreCase: true }, '{"label":"Bug"}', '{"label":"bug "}', 1],
    [{ type: 'json-match', extra: 'fail' }, '{"a":1,"b":2}', '{"a":1}', 0.5],
    [{ type: 'json-match', value: { ok: true } }, '{"ok":true}', undefined, 1],
    ['json-match', 'not json', order, 0],
    ['json-match', '[]', '{"a":[]}', 0],
    ['json-match', '{"a":null}', '{"a":null}', 1],
    [{ type: 'json-match', tolerance: 0.01 }, '{"a":1.01}', '{"a":1.00}', 1],
    [{ type: 'json-match', tolerance: 0.01 }, '{"a":1.011}', '{"a":1.00}', 0],
    [{ type: 'json-match', tolerance: 5 }, '{"a":9007199254740980}', '{"a":9007199254740991}', 0],
    ['json-match', '{"a":9007199254740993}', '{"a":9007199254740992}', 0],
    ['json-match', '{"a":9007199254740993}', '{"a":9007199254740993}', 1],
    ['json-match', '{"a":"9007199254740993"}', '{"a":9007199254740993}', 0],
    ['json-match', '{"a":1e20}', '{"a":100000000000000000000}', 1],
    ['json-match', '{"a":1e999}', '{"a":2e999}', 0],
    [{ type: 'json-match', value: { a: 12345678901234567000 } }, '{"a":12345678901234567890}', undefined, 1],
  ]);

  it('has nothing to compare at a path that neither side has', async () => {
    const paths = ['lable'];
    await expect(score({ type: 'json-match', paths }, '{"label":"a"}', '{"label":"a"}')).rejects.toThrow('lable');
    expect(await score({ type: 'json-match', paths }, '{"lable":"a"}', '{"label":"a"}')).toMatchObject({ score: 0 });
  });

  it('passes at the mark that was set, and names what differs', async () => {
    expect(await score({ type: 'json-match', passAt: 0.5 }, '{"a":1,"b":3}', '{"a":1,"b":2}')).toEqual({
      score: 0.5,
      passed: true,
      reason: 'b is "3", not "2".',
    });
  });
});

describe('json-schema', () => {
  const schema = { type: 'object', required: ['n'], properties: { n: { type: 'integer', minimum: 1 } } };
  passes([
    [{ type: 'json-schema', schema }, '{"n":1}', undefined, 1],
    [{ type: 'json-schema', schema }, '{"n":0}', undefined, 0],
    [{ type: 'json-schema', schema }, '{}', undefined, 0],
    [{ type: 'json-schema', schema }, 'no json', undefined, 0],
    ['json-schema', '"x"', '{"type":"string"}', 1],
    [
      { type: 'json-schema', schema: { $schema: 'http://json-schema.org/draft-07/schema#', const: 1 } },
      '1',
      undefined,
      1,
    ],
    [{ type: 'json-schema', schema: { type: 'string', pattern: '^(a+)+$' } }, `"${'a'.repeat(40)}!"`, undefined, 0],
  ]);

  it('says where an answer does not fit', async () => {
    expect(await score({ type: 'json-schema', schema }, '{"n":0}')).toMatchObject({ reason: '/n must be >= 1.' });
  });

  it('says that a schema is none', async () => {
    await expect(score({ type: 'json-schema', schema: { type: 'nothing' } }, '1')).rejects.toThrow(
      'The JSON Schema cannot be used',
    );
  });
});

describe('numeric', () => {
  passes([
    ['numeric', '42', '42', 1],
    ['numeric', 'So 6 times 7 is 42.', '42', 1],
    [{ type: 'numeric', pick: 'first' }, 'So 6 times 7 is 42.', '6', 1],
    [{ type: 'numeric', pick: 'only' }, '6 or 7', '7', 0],
    ['numeric', 'It costs $1,234.50.', '1234.5', 1],
    ['numeric', '0.30000000000000004', '0.3', 1],
    ['numeric', '41', '42', 0],
    [{ type: 'numeric', tolerance: 1 }, '41', '42', 1],
    [{ type: 'numeric', relativeTolerance: 0.1 }, '95', '100', 1],
    [{ type: 'numeric', min: 1, max: 5 }, '5', undefined, 1],
    [{ type: 'numeric', min: 1, max: 5 }, '6', undefined, 0],
    [{ type: 'numeric', value: -3 }, 'It is −3', undefined, 1],
    ['numeric', 'none', '1', 0],
    ['numeric', '1e3', '1000', 1],
    ['numeric', '1e999', '1e999', 1],
    ['numeric', '1e999', '2e999', 0],
    ['numeric', '9007199254740993', '9007199254740992', 0],
    ['numeric', '9007199254740991', '9007199254740990', 0],
    ['numeric', 'It weighs 42kg.', '42', 1],
    ['numeric', 'Es kostet 1.234,5 Euro', '1234.5', 1],
    ['numeric', '1\u202f234', '1,234', 1],
    ['numeric', 'A loss of -$5', '-5', 1],
    ['numeric', '1 234 in 2024', '2024', 1],
    [{ type: 'numeric', tolerance: 0.01 }, '1.01', '1', 1],
    [{ type: 'numeric', relativeTolerance: 0.29 }, '129', '100', 1],
  ]);

  it('errs where the expected answer is no number', async () => {
    for (const text of ['1 234', '1,5', '0,123', '1,2,3', '1.2.3', '10k', '$5M', '100万']) {
      await expect(score('numeric', text, '1234')).rejects.toThrow('is ambiguous');
      await expect(score('numeric', '1', text)).rejects.toThrow('is ambiguous');
    }
    await expect(score('numeric', '1', 'one')).rejects.toThrow('The expected answer "one" is not one number.');
  });
});

describe('similarity', () => {
  it.each([
    ['token-f1', 'the cat sat', 'the cat sat', 1],
    ['token-f1', 'The cat, sat!', 'the cat sat', 1],
    ['token-f1', 'a b c d', 'a b x y', 0.5],
    ['token-f1', 'a a a', 'a', 0.5],
    ['token-f1', '', '', 1],
    ['token-f1', 'a', '', 0],
    // Lin (2004): "police killed the gunman" against "police kill the gunman" has the sequence "police the gunman".
    ['rouge-l', 'police kill the gunman', 'police killed the gunman', 0.75],
    ['rouge-l', 'the gunman kill police', 'police killed the gunman', 0.5],
    ['levenshtein', 'kitten', 'sitting', 1 - 3 / 7],
    ['levenshtein', 'flaw', 'lawn', 1 - 2 / 4],
    ['levenshtein', '👍👍', '👍', 0.5],
    ['levenshtein', 'cafe\u0301', 'café', 1],
    ['token-f1', 'cafe\u0301', 'café', 1],
    ['token-f1', '👍', '👎', 0],
    ['token-f1', '+', '-', 0],
    ['token-f1', '...', '', 0],
    ['token-f1', 'C++', 'C#', 0.4],
    ['token-f1', '-5', '5', 0],
    ['token-f1', 'की', 'का', 0],
    ['token-f1', '我喜欢猫', '我喜欢狗', 2 / 3],
    ['rouge-l', '我喜欢猫', '我喜欢狗', 2 / 3],
    ['token-f1', '**don’t** stop!', "don't stop", 1],
    ['token-f1', 'from 3-5', 'from 3 5', 1],
  ])('%s of %j and %j is %d', async (method, actual, expected, wanted) => {
    const found = await score({ type: 'similarity', method }, actual, expected);
    expect(found).toMatchObject({ score: expect.closeTo(wanted, 12), passed: wanted >= 0.8 });
  });

  it('passes at the pass line, whatever rounding makes of the score', async () => {
    const actual = 'x'.repeat(33);
    const expected = `${actual}${'y'.repeat(17)}`;
    const at = (passAt: number) => score({ type: 'similarity', method: 'levenshtein', passAt }, actual, expected);
    expect(await at(0.66)).toMatchObject({ passed: true, score: expect.closeTo(0.66, 12) });
    expect(await at(0.661)).toMatchObject({ passed: false });
    const sum = { type: 'jsonata', expression: '0.1 + 0.7 - 0.2', passAt: 0.6 };
    expect(await score(sum, 'x')).toMatchObject({ passed: true });
  });

  it('takes a long text in time proportional to its length', () => {
    expect(tokensOf('The quick brown fox, 3.14. '.repeat(20_000))).toHaveLength(100_000);
  });

  it('refuses texts that would take minutes', async () => {
    const long = 'x'.repeat(20_000);
    await expect(score({ type: 'similarity', method: 'levenshtein' }, long, long)).rejects.toThrow(
      'The texts are too long for levenshtein (20000 and 20000); token-f1 takes any length.',
    );
  });
});

describe('jsonata', () => {
  passes([
    [{ type: 'jsonata', expression: 'actual = expected' }, 'a', 'a', 1],
    [{ type: 'jsonata', expression: '$length(actual) / 4' }, 'ab', undefined, 0.5],
    [{ type: 'jsonata', expression: '{ "passed": $contains(actual, "x") }' }, 'x', undefined, 1],
    [{ type: 'jsonata', expression: '{ "score": 0 }' }, 'x', undefined, 0],
  ]);

  it('sees the row, its answer and what it cost', async () => {
    const expression =
      'input.q = "?" and response.id = 1 and latency_ms < 100 and cost_usd < 0.1 and metadata.lang = "en"';
    const row = { input: { q: '?' }, response: { id: 1 }, latency_ms: 9, cost_usd: 0.01, metadata: { lang: 'en' } };
    expect(await score({ type: 'jsonata', expression }, 'x', undefined, row)).toMatchObject({ passed: true });
  });

  it.each([['2'], ['"good"'], ['-0.1']])('errs where %s is no score', async (expression) => {
    await expect(score({ type: 'jsonata', expression }, 'x')).rejects.toThrow(/It gave/);
  });
});

describe('every evaluator', () => {
  it.each(['exact', 'contains', 'regex', 'json-match', 'json-schema', 'numeric', 'similarity'])(
    '%s errs where there is nothing to compare with',
    async (type) => {
      await expect(score(type, '1')).rejects.toThrow('There is nothing to compare with');
    },
  );
});
