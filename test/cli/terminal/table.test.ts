import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paintWith } from '../../../cli/terminal/colour.ts';
import { table } from '../../../cli/terminal/table.ts';
import { cutTo, oneLine, textWidth } from '../../../cli/terminal/text-width.ts';

const columns = [
  { title: 'id', value: (row: { id: string; text: string }) => row.id },
  { title: 'text', value: (row: { id: string; text: string }) => row.text, shrinkTo: 5 },
];

describe('a table', () => {
  it('lines its columns up, wide characters counted', () => {
    const rows = [
      { id: '日本', text: 'a' },
      { id: 'x', text: 'b' },
    ];
    expect(table(rows, columns, { width: 80, paint: paintWith(false) })).toBe('id    text\n日本  a\nx     b');
  });

  it('leaves out optional columns, the least wanted first, before it is too wide', () => {
    const wide = (width: number) =>
      table(
        [{}],
        [
          { title: 'id', value: () => 'eval-20261117-1330-872c' },
          { title: 'mode', value: () => 'endpoint', optional: 2 },
          { title: 'started', value: () => '2026-11-17 13:30', optional: 1 },
        ],
        { width, paint: paintWith(false) },
      ).split('\n')[1];
    expect(wide(80)).toBe('eval-20261117-1330-872c  endpoint  2026-11-17 13:30');
    expect(wide(45)).toBe('eval-20261117-1330-872c  2026-11-17 13:30');
    expect(wide(10)).toBe('eval-20261117-1330-872c');
  });

  it('fits the width, whatever its cells hold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 8 }),
        fc.integer({ min: 20, max: 120 }),
        (texts, width) => {
          const rows = texts.map((text) => ({ id: 'row', text }));
          const lines = table(rows, columns, { width, paint: paintWith(false) }).split('\n');
          expect(lines).toHaveLength(rows.length + 1);
          for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });

  it('shows no control character of a cell', () => {
    expect(oneLine('a\u001b[2Jb\nc\td')).toBe('a·[2Jb⏎c→d');
  });

  it('says with an ellipsis where a cell was cut', () => {
    expect(cutTo('abcdef', 4)).toBe('abc…');
    expect(cutTo('abcd', 4)).toBe('abcd');
  });
});
