import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonArray, readJsonAt } from '../../../src/stepfunctions/distributed-map/item-reader/json-array.ts';
import { readCsv, readJsonl } from '../../../src/stepfunctions/distributed-map/item-reader/lines.ts';
import { readAthenaManifest } from '../../../src/stepfunctions/distributed-map/item-reader/manifest.ts';
import { collect, inPieces } from './iterate.ts';

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 });
const items = fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 12 });
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

describe('a JSON dataset', () => {
  it('gives each element of the array, however the bytes arrive', async () => {
    await fc.assert(
      fc.asyncProperty(items, sizes, fc.constantFrom(undefined, 2, '\t'), async (values, cut, space) => {
        const text = JSON.stringify(values, null, space);
        expect(await collect(readJsonArray(inPieces(text, cut)))).toEqual(plain(values));
      }),
    );
  });

  it('reads past a byte order mark', async () => {
    expect(await collect(readJsonArray(inPieces('\uFEFF [1, 2] ', [])))).toEqual([1, 2]);
  });

  it.each(['{"Hello": "world"}', '"text"', '7'])('refuses %s, which is no array', async (text) => {
    await expect(collect(readJsonArray(inPieces(text, [])))).rejects.toThrow(
      'States.ItemReaderFailed: Attempting to map over non-iterable node.',
    );
  });

  it.each(['', '[1, 2', '[1, 2] 3', '[1,, 2]', '[1, 2,]', '[{]', '[tru]'])(
    'refuses %j, which is broken',
    async (text) => {
      await expect(collect(readJsonArray(inPieces(text, [])))).rejects.toThrow('States.ItemReaderFailed');
    },
  );

  it('finds the array an ItemsPointer leads to', async () => {
    const text = JSON.stringify({ data: { 'a/b': [1, { two: 2 }] } });
    expect(await collect(readJsonAt(inPieces(text, []), '/data/a~1b'))).toEqual([1, { two: 2 }]);
    await expect(collect(readJsonAt(inPieces(text, []), '/data/none'))).rejects.toThrow('non-iterable');
  });
});

describe('a JSONL dataset', () => {
  it('gives one item a line, however the bytes arrive and the lines end', async () => {
    await fc.assert(
      fc.asyncProperty(
        items,
        sizes,
        fc.constantFrom('\n', '\r\n', '\n\n'),
        fc.boolean(),
        async (values, cut, end, last) => {
          const text = values.map((value) => JSON.stringify(value)).join(end) + (last ? end : '');
          expect(await collect(readJsonl(inPieces(text, cut)))).toEqual(plain(values));
        },
      ),
    );
  });

  it('says which line is not JSON, without repeating it', async () => {
    const failure = collect(readJsonl(inPieces('{"a":1}\n{secret\n', [])));
    await expect(failure).rejects.toThrow('States.ItemReaderFailed: Line 2 of the JSONL dataset is not JSON.');
  });
});

describe('a CSV dataset', () => {
  const comma = { delimiter: ',' };

  it('gives back the fields that were written, quoted or not', async () => {
    const rows = fc.array(fc.tuple(fc.string(), fc.string(), fc.string()), { maxLength: 10 });
    const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(rows, sizes, async (values, cut) => {
        const text = [['a', 'b', 'c'], ...values].map((row) => row.map(quoted).join(',')).join('\n');
        const expected = values.map(([a, b, c]) => ({ a, b, c }));
        expect(await collect(readCsv(inPieces(text, cut), comma))).toEqual(expected);
      }),
    );
  });

  it('fills a short row and drops what is beyond the header', async () => {
    const text = 'H1,H2\nx,y,z\n\n   \nonly\n';
    expect(await collect(readCsv(inPieces(text, []), comma))).toEqual([
      { H1: 'x', H2: 'y' },
      { H1: '   ', H2: '' },
      { H1: 'only', H2: '' },
    ]);
  });

  it('takes a given header and every delimiter', async () => {
    const config = { delimiter: '\t', headers: ['k', 'v'] };
    expect(await collect(readCsv(inPieces('a\tb\nc\td', []), config))).toEqual([
      { k: 'a', v: 'b' },
      { k: 'c', v: 'd' },
    ]);
  });

  it('refuses a header with duplicates or of more than 10 KiB, and broken quotes', async () => {
    const twice = collect(readCsv(inPieces('H1,H1\n1,2', []), comma));
    await expect(twice).rejects.toThrow('States.ItemReaderFailed: CSV headers cannot contain duplicates.');
    const long = collect(readCsv(inPieces(`${'h'.repeat(10_241)}\n1`, []), comma));
    await expect(long).rejects.toThrow('it may have 10240');
    await expect(collect(readCsv(inPieces('a\n"b', []), comma))).rejects.toThrow('States.ItemReaderFailed');
  });
});

describe('an Athena manifest', () => {
  it('names the data files, one a line', async () => {
    const text = 's3://data/runs/1/part-0.gz\r\n"s3://data/runs/1/part 1.gz"\n\n';
    expect(await collect(readAthenaManifest(inPieces(text, [3])))).toEqual([
      { Bucket: 'data', Key: 'runs/1/part-0.gz' },
      { Bucket: 'data', Key: 'runs/1/part 1.gz' },
    ]);
    await expect(collect(readAthenaManifest(inPieces('http://x', [])))).rejects.toThrow('which is no S3 object');
  });
});
