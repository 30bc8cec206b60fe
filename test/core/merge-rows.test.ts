import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ByteSource, FrameReader } from '../../core/export/frame-reader.ts';
import { sortFrames } from '../../core/export/sort-frames.ts';
import { mergeRows, OutOfOrder } from '../../core/merge-rows.ts';

interface Row {
  readonly rowIndex: number;
  readonly segments: readonly string[];
}

const digits = (value: number, width: number) => String(value).padStart(width, '0');

const frame = ({ rowIndex, segments }: Row): Buffer => {
  const lengths = segments.map((segment) => digits(Buffer.byteLength(segment), 10));
  return Buffer.from(`${[digits(rowIndex, 12), ...lengths, ...segments].join(',')}\n`);
};

const HEADROOM = 16;

/** Gives a file in pieces of the given sizes, in buffers that it uses again as the real one does. */
function inPieces(file: Buffer, sizes: readonly number[]): ByteSource {
  const buffers = [0, 1, 2].map(() => Buffer.alloc(HEADROOM + Math.max(...sizes)));
  let at = 0;
  let turn = 0;
  return {
    headroom: HEADROOM,
    async read() {
      if (at >= file.length) return undefined;
      const buffer = buffers[turn % buffers.length] ?? Buffer.alloc(0);
      const copied = file.copy(buffer, HEADROOM, at, at + (sizes[turn % sizes.length] ?? 1));
      turn++;
      at += copied;
      return buffer.subarray(HEADROOM, HEADROOM + copied);
    },
  };
}

const reader = (rows: readonly Row[], sizes: readonly number[], segments = 2) =>
  new FrameReader(inPieces(Buffer.concat(rows.map(frame)), sizes), segments);

async function merged(readers: readonly FrameReader[]): Promise<Row[]> {
  const rows: Row[] = [];
  await mergeRows(readers, (frame) => {
    rows.push({ rowIndex: frame.rowIndex, segments: [frame.segment(0).toString(), frame.segment(1).toString()] });
    return rows.length % 3 === 0 ? Promise.resolve() : undefined;
  });
  return rows;
}

const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '0', '"', '😀', 'é'), maxLength: 30 });

describe('rows out of several files', () => {
  it('come in order and as they were, however the files are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(4), text, text), { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
        async (given, sizes) => {
          const rows = given.map(([file, ...segments], rowIndex) => ({ file, rowIndex, segments }));
          const files = [0, 1, 2, 3, 4].map((file) => rows.filter((row) => row.file === file));
          const readers = files.map((part) => reader(part, sizes));
          expect(await merged(readers)).toEqual(rows.map(({ rowIndex, segments }) => ({ rowIndex, segments })));
        },
      ),
    );
  });

  it('come in runs, one behind the other, as they come one by one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(2), text), { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 }),
        async (given, sizes) => {
          const rows = given.map(([file, segment], rowIndex) => ({ file, rowIndex, segments: [segment] }));
          const files = [0, 1, 2].map((file) => rows.filter((row) => row.file === file));
          const readers = files.map((part) => reader(part, sizes, 1));
          let found = '';
          await mergeRows(readers, (frame, limit) => {
            found += frame.gather(limit).toString();
            return undefined;
          });
          expect(found).toBe(rows.map(({ segments }) => `${segments}\n`).join(''));
          expect(readers.reduce((sum, each) => sum + each.rows, 0)).toBe(rows.length);
        },
      ),
    );
  });

  it('are refused when a file is not sorted', async () => {
    const rows = [2, 1].map((rowIndex) => ({ rowIndex, segments: ['a', 'b'] }));
    await expect(merged([reader(rows, [1000])])).rejects.toThrow(OutOfOrder);
  });

  it('of a file that is not sorted can be sorted as they are', async () => {
    const rows = [5, 1, 3, 3, 0].map((rowIndex, at) => ({ rowIndex, segments: [`a${at}\n`, '😀'] }));
    const unsorted = new FrameReader(inPieces(Buffer.concat(rows.map(frame)), [7, 50]), 2, { anyOrder: true });
    const sorted = new FrameReader(await sortFrames(unsorted, 1000), 2);
    expect((await merged([sorted])).map(({ segments }) => segments[0])).toEqual([
      'a4\n',
      'a1\n',
      'a2\n',
      'a3\n',
      'a0\n',
    ]);
  });

  it('are refused when a file is cut off', async () => {
    const file = frame({ rowIndex: 1, segments: ['a', 'b'] });
    const cut = new FrameReader(inPieces(file.subarray(0, -1), [1000]), 2);
    await expect(merged([cut])).rejects.toThrow('it ends inside a row');
  });

  it.each([
    ['xx', 'a row does not begin with its number and length'],
    [`${digits(0, 12)},${digits(1, 10)};`, 'a row does not begin with its number and length'],
    [`${digits(0, 12)},${digits(1, 10)},${digits(1, 10)},a,b!`, 'row 0 does not end as it says'],
  ])('are refused when a line is not what was asked for: %j', async (start, message) => {
    const file = Buffer.from(start.padEnd(60, 'x'));
    await expect(merged([new FrameReader(inPieces(file, [1000]), 2)])).rejects.toThrow(message);
  });
});
