import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paintWith } from '../../../cli/terminal/colour.ts';
import { diffText } from '../../../cli/terminal/diff.ts';

const plain = paintWith(false);
const marked = (colour: string, text: string) => `<${colour[0]}>${text}</${colour[0]}>`;

describe('expected against actual', () => {
  it('colours only the words that differ', () => {
    expect(diffText('the answer is 42', 'the answer is 43', marked)).toEqual([
      '<r>-</r> the answer is <r>42</r>',
      '<g>+</g> the answer is <g>43</g>',
    ]);
  });

  it('is one line when both are the same, spaces around them aside', () => {
    expect(diffText('billing', ' billing ', plain)).toEqual(['   billing ']);
  });

  it('keeps lines apart', () => {
    expect(diffText('a\nb', 'a\nc', plain)).toEqual(['- a', '- b', '+ a', '+ c']);
  });

  it('shows both texts whole', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        (a, b) => {
          fc.pre(a.trim() !== b.trim());
          const lines = diffText(a, b, plain);
          const side = (sign: string, length: number) =>
            (sign === '-' ? lines.slice(0, length) : lines.slice(-length)).map((line) => line.slice(2)).join('\n');
          expect(side('-', a.split('\n').length)).toBe(a);
          expect(side('+', b.split('\n').length)).toBe(b);
        },
      ),
    );
  });
});
