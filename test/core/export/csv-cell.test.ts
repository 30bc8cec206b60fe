import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvRecord, csvStyle } from '../../../core/export/csv-cell.ts';

const EXACT = csvStyle(2, true);
const HARMLESS = csvStyle(2, false);

const cell = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '\t', '=', "'", 'a', ' ') }),
);

const read = (csv: string): unknown =>
  parse(csv, {
    record_delimiter: '\r\n',
    cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
  });

describe('a CSV cell', () => {
  it('reads back as it was, whatever it holds, and tells empty from missing', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const width = rows[0]?.length ?? 0;
        const table = rows.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? null));
        expect(read(table.map((row) => csvRecord(row, EXACT)).join(''))).toEqual(table);
      }),
    );
  });

  it.each([
    ...['=1+1', '+1', '-1+1', '-', '-5 ', '-5\n', '--5', '-5e', '@SUM(A1)', '\tx', '\rx', '\nx', '\n=1'],
    ...['＝1+1', '＋1', '－1', '＠x'],
  ])('is made harmless when it begins like a formula: %j', (text) => {
    expect(csvCell(text, HARMLESS)).toBe(`"'${text}"`);
    expect(csvCell(text, EXACT)).toBe(`"${text}"`);
  });

  it.each(['-5', '-0.5', '-12e-7', '5', '0', 'a=1', ' =1'])('leaves %j as it is', (text) => {
    expect(csvCell(text, HARMLESS)).toBe(`"${text}"`);
  });

  it('holds no NUL', () => {
    expect(csvCell('a\0b', EXACT)).toBe('"a\uFFFDb"');
    expect(csvCell('\0=1', HARMLESS)).toBe('"\uFFFD=1"');
  });

  it('leaves numbers as they are: they are not text that a spreadsheet would compute', () => {
    expect(csvRecord([-1, 0.5, true], HARMLESS)).toBe('-1,0.5,true\r\n');
  });

  it('is never a line without anything on it', () => {
    expect(csvRecord([null], csvStyle(1, false))).toBe('""\r\n');
    expect(csvRecord([null, null], csvStyle(2, false))).toBe(',\r\n');
  });

  it('holds objects as JSON', () => {
    expect(csvCell({ a: ['x'] }, HARMLESS)).toBe('"{""a"":[""x""]}"');
  });
});
