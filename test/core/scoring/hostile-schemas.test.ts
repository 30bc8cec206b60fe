import { describe, expect, it } from 'vitest';
import { batchRequestSchema } from '../../../contracts/api/jobs.ts';
import { targetSchema } from '../../../contracts/target.ts';
import { checkItems } from '../../../core/jobs/check-items.ts';
import { problemsOf } from '../../../core/targets/check-inputs.ts';
import { hurried } from '../hurried.ts';
import { score } from './score.ts';

/** Each level has the next one twice. */
const LEVELS = Object.fromEntries(
  Array.from({ length: 27 }, (_, n) => [
    `a${n}`,
    n === 26 ? { type: 'null' } : { anyOf: [{ $ref: `#/$defs/a${n + 1}` }, { $ref: `#/$defs/a${n + 1}` }] },
  ]),
);
const DOUBLING = { type: 'object', $defs: LEVELS, $ref: '#/$defs/a0' };
const inline = (levels: number): object =>
  levels === 0 ? { type: 'null' } : { anyOf: [inline(levels - 1), { $ref: '#' }], allOf: [{ $ref: '#/anyOf/0' }] };

describe('a schema or a pattern that a row brings', () => {
  it.each([
    ['with 26 levels of anyOf', JSON.stringify(DOUBLING), '{}'],
    ['that refers to itself', '{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}', '1'],
    ['with levels that refer to the whole', JSON.stringify(inline(8)), '1'],
    [
      'that compares every item with every other',
      '{"uniqueItems":true}',
      JSON.stringify(Array.from({ length: 60_000 }, (_, n) => ({ n }))),
    ],
  ])('%s costs its row only', async (_what, schema, answer) => {
    const [hostile, beside] = await hurried(() =>
      Promise.allSettled([score('json-schema', answer, schema), score('json-schema', '1', '{"type":"integer"}')]),
    );
    if (hostile.status === 'rejected') expect(hostile.reason).toMatchObject({ name: 'ScoringError' });
    expect(beside).toMatchObject({ value: { passed: true } });
  });

  it('and takes too long for a large answer costs its row only', async () => {
    const pattern = `${'(.*a'.repeat(60)}${'){5}'.repeat(60)}`;
    const [hostile, beside] = await hurried(() =>
      Promise.allSettled([
        score('regex', 'a'.repeat(4_900_000), `(${'(a?){30}'.repeat(40)}){2}$`),
        score('regex', 'ab', 'a.'),
        score('regex', 'ab', pattern),
      ]),
    );
    if (hostile.status === 'rejected') expect(hostile.reason).toMatchObject({ name: 'ScoringError' });
    expect(beside).toMatchObject({ value: { passed: true } });
  });
});

/** Objects as they arrive: their names are never those of a prototype. */
const NAMED_PROTO: readonly [schema: string, right: string, wrong: string][] = [
  ['{"properties":{"__proto__":{"type":"string"}}}', '{"__proto__":"x"}', '{"__proto__":1}'],
  [
    '{"items":{"properties":{"__proto__":{"const":{"__proto__":1}}}}}',
    '[{"__proto__":{"__proto__":1}}]',
    '[{"__proto__":{}}]',
  ],
  ['{"properties":{"const":{"properties":{"__proto__":false}}}}', '{"const":{}}', '{"const":{"__proto__":1}}'],
  ['{"patternProperties":{"__proto__":{"type":"string"}}}', '{"__proto__":"x"}', '{"a__proto__":1}'],
  ['{"properties":{"__proto__":true},"additionalProperties":false}', '{"__proto__":1}', '{"proto":1}'],
  ['{"required":["__proto__"]}', '{"__proto__":1}', '{}'],
  ['{"required":["toString"]}', '{"toString":1}', '{}'],
  ['{"properties":{"constructor":{"type":"string"}}}', '{}', '{"constructor":1}'],
  ['{"dependencies":{"__proto__":["a"]}}', '{"__proto__":1,"a":1}', '{"__proto__":1}'],
  ['{"dependencies":{"__proto__":{"required":["a"]}}}', '{}', '{"__proto__":1}'],
  ['{"dependentRequired":{"__proto__":["a"]}}', '{}', '{"__proto__":1}'],
  ['{"dependentSchemas":{"__proto__":{"required":["a"]}}}', '{"__proto__":1,"a":1}', '{"__proto__":1}'],
];

describe('a schema that names a member of every object', () => {
  it.each(NAMED_PROTO)('%s accepts %s and refuses %s', async (schema, right, wrong) => {
    expect(await score('json-schema', right, schema)).toMatchObject({ passed: true });
    expect(await score('json-schema', wrong, schema)).toMatchObject({ passed: false });
    const inputs = [JSON.parse(right), JSON.parse(wrong)];
    const [ofRight, ofWrong] = await problemsOf({ schema: JSON.parse(schema), inputs });
    expect(ofRight).toEqual([]);
    expect(ofWrong).not.toEqual([]);
  });
});

describe('the schema of a target', () => {
  it.each([
    ['whose errors double', DOUBLING],
    ['that refers to itself', { type: 'object', anyOf: [{ $ref: '#' }, { $ref: '#' }] }],
    ['that compares every item with every other', { type: 'object', properties: { list: { uniqueItems: true } } }],
  ])('%s costs its request only', async (_what, inputSchema) => {
    const target = targetSchema.parse({
      integration: 'crm',
      action: 'update',
      description: 'x',
      inputSchema,
      endpoint: { url: 'https://example.com' },
      executor: { timeoutSeconds: 60 },
      batchEnabled: true,
    });
    const input = { list: Array.from({ length: 60_000 }, (_, n) => ({ n })) };
    const request = batchRequestSchema.parse({ integrationSlug: 'crm', actionSlug: 'update', items: [{ input }] });
    await hurried(() => checkItems(request, target)).catch((error) =>
      expect(error.name).toMatch(/^Invalid(Items|Target)$/),
    );
    expect(await problemsOf({ schema: { type: 'null' }, inputs: [null, 1] })).toEqual([[], ['/: must be null']]);
  });
});
