import fc from 'fast-check';
import { codePoint } from '../support/code-point.ts';

/** What programs that read text stumble over. */
const NASTY = [
  ...[
    '',
    '\0',
    '\uFEFF',
    '\uD800',
    '\u2028',
    '\r',
    '\n\n',
    '\t',
    '"',
    "'",
    '`',
    '\\',
    '\\u0000',
    '%00',
    '${',
    '{%',
    '$$',
  ],
  ...['null', 'true', '-0', '1e999', '1e-400', '9007199254740993', '-', 'NaN', '[]', '{}', '[[', '{"a":', ']', '}'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '../../../etc/passwd',
    '/etc/passwd',
    'file:///etc/passwd',
    '; DROP TABLE x --',
  ],
  ...['é', '😀', '＝1', '=1+1', '*', '&a', '*a', '!!js/function', '<<', '---', ',', ';', ':', '|', '['.repeat(3000)],
];

interface Edit {
  readonly at: number;
  readonly cut: number;
  readonly insert: string;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.oneof({ weight: 3, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(60) }),
  insert: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
    { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 12 }) },
  ),
});

/** One of the samples with some places changed; sometimes nothing but noise. */
export const mutated = (...samples: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .tuple(fc.constantFrom(...samples), fc.array(edit, { minLength: 1, maxLength: 4 }))
        .map(([sample, edits]) => edits.reduce(applied, sample)),
    },
    { weight: 1, arbitrary: fc.string({ unit: codePoint, maxLength: 80 }) },
  );

function applied(text: string, { at, cut, insert }: Edit): string {
  const start = Math.floor(at * text.length);
  return text.slice(0, start) + insert + text.slice(start + cut);
}
