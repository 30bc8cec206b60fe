import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { toYaml } from '../../web/parts/to-yaml.ts';
import { propertyRuns } from '../support/property-runs.ts';

describe('choices as YAML', () => {
  it('are as people write them', () => {
    const value = {
      dataset: { id: 'tickets-1' },
      mappings: { input: '{\n  "text": input.question\n}' },
      evaluators: ['exact', { type: 'contains', value: ['yes', '1'] }, { type: 'jsonata', expression: 'actual = "a"' }],
      none: {},
    };
    expect(toYaml(value)).toBe(`dataset:
  id: tickets-1
mappings:
  input: |-
    {
      "text": input.question
    }
evaluators:
  - exact
  - type: contains
    value:
      - "yes"
      - "1"
  - type: jsonata
    expression: 'actual = "a"'
none: {}
`);
  });

  it('mean the same to a reader of YAML, whatever they hold', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'null',
        'no',
        '~',
        '1e3',
        '0x1f',
        '- a',
        'a: b',
        'a #b',
        ' x\ny',
        'x \ny',
        'x\n\n y',
        '2026-01-01',
        '<<',
        '🙂\nأ',
      ),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.dictionary(
        text,
        fc.oneof(
          { maxDepth: 3 },
          text,
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.boolean(),
          fc.constant(null),
          fc.array(tie('value')),
          fc.array(text),
          tie('value'),
        ),
      ),
    }));
    fc.assert(
      fc.property(value, (data) => {
        const plain = JSON.parse(JSON.stringify(data));
        expect(parse(toYaml(plain) || '{}', { version: '1.2' })).toEqual(plain);
      }),
      { seed: 22, numRuns: propertyRuns(300) },
    );
  });
});
