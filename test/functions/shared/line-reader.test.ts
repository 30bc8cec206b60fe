import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutOfOrder } from '../../../core/merge-rows.ts';
import { LineReader } from '../../../functions/shared/line-reader.ts';
import { rowIndexOf } from '../../../functions/shared/row-index.ts';
import { codePoint } from '../../support/code-point.ts';

const indexOf = (text: string): number => {
  // Not at the beginning of memory, nor at its end.
  const buffer = Buffer.from(`7,"row_index":8,\n${text}\n{"sample_id":"z","row_index":9,`);
  const start = buffer.indexOf(10) + 1;
  return rowIndexOf(buffer, start, start + Buffer.byteLength(text));
};

describe('the number of a row', () => {
  it.each([
    ['as UNLOAD writes it', '{"sample_id":"a","row_index":12,"input":"x"}', 12],
    ['of an id with text of any kind', '{"sample_id":"ä,{:日本🎉","row_index":12,"input":"x"}', 12],
    ['of an empty id', '{"sample_id":"","row_index":0,"input":"x"}', 0],
    [
      'of an id that looks like a number of a row',
      '{"sample_id":"\\",\\"row_index\\":5,","row_index":12,"input":"x"}',
      12,
    ],
    ['of an id that ends with a backslash', '{"sample_id":"a\\\\","row_index":12,"input":"x"}', 12],
    ['of an id that has a column’s name', '{"sample_id":"row_index","row_index":12,"input":"x"}', 12],
    ['in another order, with spaces', '{ "input": "\\"row_index\\":5,", "row_index": 12, "sample_id": "a" }', 12],
    ['at the end', '{"sample_id":"a","row_index":12}', 12],
    ['in another spelling', '{"sample_id":"a","row_index":1.2e1,"input":"x"}', 12],
    ['of the last possible row', '{"sample_id":"a","row_index":9007199254740991,"input":"x"}', 9007199254740991],
    ['that an inner object has too', '{"sample_id":{"row_index":5},"row_index":12}', 12],
  ])('is found %s', (_name, text, expected) => {
    expect(indexOf(text)).toBe(expected);
  });

  it.each([
    ['is missing', '{"sample_id":"a","input":"x"}'],
    ['is no number', '{"sample_id":"a","row_index":"12","input":"x"}'],
    ['is null', '{"sample_id":"a","row_index":null,"input":"x"}'],
    ['is no whole number', '{"sample_id":"a","row_index":1.5,"input":"x"}'],
    ['is less than nothing', '{"sample_id":"a","row_index":-1,"input":"x"}'],
    ['is not exact', '{"sample_id":"a","row_index":9007199254740993,"input":"x"}'],
    ['is cut off', '{"sample_id":"a","row_index":12'],
    ['is on the next line', '{"sample_id":"a'],
    ['belongs to a row that is no object', '[12]'],
  ])('is refused when it %s', (_name, text) => {
    expect(() => indexOf(text)).toThrow('is no JSON object with a whole number as row_index');
  });

  it('is what JSON says, whatever the row holds', () => {
    const row = fc.record({
      sample_id: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('"', '\\', '\\"', '","row_index":5,')),
      row_index: fc.nat(10_000_000),
      input: fc.oneof(fc.string(), fc.constant('{"sample_id":"b","row_index":5,')),
      expected: fc.option(fc.string({ unit: codePoint })),
    });
    fc.assert(
      fc.property(row, fc.constantFrom(0, 1), (value, spaces) => {
        const text = JSON.stringify(value, null, spaces).replaceAll('\n', ' ');
        expect(indexOf(text)).toBe(value.row_index);
      }),
    );
  });
});

/** A file that is read in these pieces, each in memory that the read after the next uses again. */
function sourceOf(file: Buffer, sizes: readonly number[]) {
  let at = 0;
  let turn = 0;
  const memory = [0, 1, 2].map(() => Buffer.alloc(file.length));
  return {
    headroom: 0,
    async read() {
      if (at === file.length) return undefined;
      const target = memory[turn % 3] as Buffer;
      const length = file.copy(target, 0, at, at + (sizes[turn++ % sizes.length] ?? 1));
      at += length;
      return target.subarray(0, length);
    },
  };
}

async function readAll(reader: LineReader): Promise<{ rowIndex: number; line: string }[]> {
  const rows: { rowIndex: number; line: string }[] = [];
  while (reader.step() || (await reader.advance())) {
    rows.push({ rowIndex: reader.rowIndex, line: reader.buffer.toString('utf8', reader.start, reader.end) });
  }
  return rows;
}

describe('a file of rows', () => {
  const rows = fc.array(fc.tuple(fc.nat(1000), fc.string({ unit: 'grapheme', maxLength: 50 })), { maxLength: 40 });
  const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 });

  it('gives row after row, in whatever pieces it is read and however it ends', async () => {
    await fc.assert(
      fc.asyncProperty(rows, sizes, fc.constantFrom('\n', '\n\n'), fc.boolean(), async (values, pieces, gap, ends) => {
        const lines = values.map(([row_index, input]) => JSON.stringify({ sample_id: 's', row_index, input }));
        const file = Buffer.from(lines.join(gap) + (ends ? '\n' : ''));
        const found = await readAll(new LineReader(sourceOf(file, pieces), { anyOrder: true }));
        expect(found).toEqual(lines.map((line, row) => ({ rowIndex: values[row]?.[0], line: `${line}\n` })));
      }),
    );
  });

  it('says when its rows are out of order', async () => {
    const file = Buffer.from('{"row_index":1}\n{"row_index":1}\n{"row_index":3}\n{"row_index":2}\n');
    const reader = new LineReader(sourceOf(file, [10]));
    await expect(readAll(reader)).rejects.toThrow(OutOfOrder);
    expect(reader.rowIndex).toBe(3);
  });
});
