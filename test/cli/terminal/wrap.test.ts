import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textWidth, wrap } from '../../../cli/terminal/text-width.ts';

describe('a text in lines', () => {
  it('is broken at spaces, and cut where there are too many lines', () => {
    expect(wrap('the endpoint gave no answer', 12)).toEqual(['the endpoint', 'gave no', 'answer']);
    expect(wrap('ab c', -6)).toEqual(['a', 'b', 'c']);
    expect(wrap('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
    expect(wrap('one two three four', 5, 2)).toEqual(['one', 'two …']);
  });

  it('loses nothing and fits, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer({ min: 2, max: 20 }), (text, cells) => {
        const lines = wrap(text, cells);
        expect(lines.every((line) => textWidth(line) <= cells)).toBe(true);
        expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
      }),
    );
  });
});
