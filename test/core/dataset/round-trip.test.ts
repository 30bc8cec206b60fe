import { parse as csvParse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow } from '../../../core/dataset/csv/csv-cell.ts';
import type { ReadOptions } from '../../../core/dataset/read-options.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { parse, preview, refusalOf, write } from './parse.ts';

/** Text as cells hold it: mostly what parsers stumble over. */
const nasty = fc.constantFrom(
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '\\',
  '=',
  ' ',
  '007',
  '“',
  'é',
  '🐘',
  '\u2028',
);
const text = fc
  .array(fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 4 })
  .map((parts) => parts.join('').replaceAll('\u0000', ''))
  .filter((cell) => !/\p{Surrogate}/u.test(cell));
/** Names differ when trimmed, and none is taken. */
const names = (max: number) =>
  fc.uniqueArray(
    text.filter((name) => name.trim() !== '' && name !== '$source' && !/[\n\r]/.test(name)),
    { minLength: 1, maxLength: max, selector: (name) => name.trim() },
  );

const style = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  quoteAll: fc.boolean(),
  bom: fc.boolean(),
  endsWithNewline: fc.boolean(),
  utf16: fc.boolean(),
});

const table = names(5).chain((columns) =>
  fc.record({
    columns: fc.constant(columns),
    rows: fc.array(fc.array(text, { minLength: columns.length, maxLength: columns.length }), {
      minLength: 1,
      maxLength: 8,
    }),
  }),
);

const chunkSize = fc.integer({ min: 1, max: 50 });

/** Everything an option can do to a column. */
const optionsFor = (columns: readonly string[]) =>
  fc.record(
    {
      expectedColumn: fc.oneof(fc.constant(false as const), fc.constantFrom(...columns)),
      fields: fc.subarray([...columns]),
      onBadCell: fc.constantFrom('keep-text' as const, 'null' as const),
      jsonColumns: fc.subarray([...columns]),
    },
    { requiredKeys: ['onBadCell'] },
  );

describe('a table of random cells', () => {
  const file = fc.record({ table, style }).map(({ table: { columns, rows }, style: chosen }) => {
    const { delimiter, newline, quoteAll, endsWithNewline } = chosen;
    const body = [columns, ...rows].map((cells) => csvRow(cells, delimiter, quoteAll)).join(newline);
    const content = `${chosen.bom || chosen.utf16 ? '\ufeff' : ''}${body}${endsWithNewline ? newline : ''}`;
    return { columns, rows, delimiter, content: Buffer.from(content, chosen.utf16 ? 'utf16le' : 'utf8') };
  });

  it('comes back byte for byte from CSV', () => {
    fc.assert(
      fc.property(file, chunkSize, ({ content, delimiter }, size) => {
        const parsed = parse(content, { delimiter }, 'a.csv', size);
        expect(write(parsed).toString('hex')).toBe(content.toString('hex'));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('has the same cells whatever becomes of its columns', () => {
    const withOptions = file.chain((made) => {
      const columns = made.columns.map((name) => name.trim());
      return optionsFor(columns).map((options) => ({ ...made, options: { ...options, delimiter: made.delimiter } }));
    });
    fc.assert(
      fc.property(withOptions, ({ content, options }) => {
        const plain = { ...options, expectedColumn: false as const, jsonColumns: [], fields: [] };
        const cells = (given: ReadOptions) => write(parse(content, given)).toString('hex');
        // Names that fold alike cannot be told apart by a field's name: that is refused, and stated so.
        if (refusalOf(() => parse(content, options)).includes('all fit')) return;
        expect(cells(options)).toBe(cells(plain));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('is read as csv-parse reads it', () => {
    fc.assert(
      fc.property(file, ({ content, delimiter, columns }) => {
        // As UTF-8: csv-parse finds a quote in the second byte of U+2200 and the first of its neighbour.
        const decoded = content.toString(content[0] === 0xff ? 'utf16le' : 'utf8');
        const records = csvParse(decoded, {
          delimiter,
          bom: true,
          record_delimiter: ['\r\n', '\n', '\r'],
        }) as string[][];
        const read = parse(content, { delimiter, expectedColumn: false }).lines.map((line) =>
          Object.values(JSON.parse(line.input) as Record<string, string>),
        );
        const order = Object.keys(Object.fromEntries(columns.map((name) => [name.trim(), 0])));
        const expected = records.slice(1).map((record) => {
          const byName = new Map(columns.map((name, index) => [name.trim(), record[index]]));
          return order.map((name) => byName.get(name));
        });
        expect(read).toEqual(expected);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

describe('random text that may be no table', () => {
  const soup = fc
    .array(fc.constantFrom('"', '""', ',', '\n', '\r\n', 'a', 'b', ' ', ',"', '",', '"\n', 'é'), { maxLength: 30 })
    .map((parts) => `x,y\n${parts.join('')}`);

  it('is refused or read as csv-parse does', () => {
    fc.assert(
      fc.property(soup, chunkSize, (content, size) => {
        const ours = refusalOf(() => parse(content, { delimiter: ',' }, 'a.csv', size));
        let theirs: string[][] | undefined;
        try {
          theirs = csvParse(content, { record_delimiter: ['\r\n', '\n'], skip_empty_lines: true }) as string[][];
        } catch {
          theirs = undefined;
        }
        if (theirs && theirs.length > 1) {
          const read = parse(content, { delimiter: ',' }, 'a.csv', size).lines.map((line) => JSON.parse(line.input));
          expect(read).toEqual(theirs.slice(1).map(([x, y]) => ({ x, y })));
        } else expect(ours).not.toBe('no refusal');
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('never fails but with a message of ours', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.constantFrom('a.csv', 'a.jsonl', 'a.json', 'a'),
        chunkSize,
        (bytes, name, size) => {
          try {
            parse(Buffer.from(bytes), {}, name, size);
          } catch (error) {
            expect((error as Error).name).toBe('InvalidDataset');
          }
        },
      ),
      { numRuns: propertyRuns(500) },
    );
  });
});

describe('random objects', () => {
  const number = fc.oneof(
    fc.integer().map(String),
    fc.constantFrom('12345678901234567890', '1.0', '-0', '1e400', '0.1000', '1E+2'),
  );
  const string = fc.oneof(
    text.map((value) => JSON.stringify(value)),
    fc.constantFrom('"\\u00e9"', '"\\/"', '"\\ud800"', '"\\u0000"'),
  );
  const { value } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      number,
      string,
      fc.constantFrom('true', 'false', 'null'),
      tie('object'),
      tie('array'),
    ),
    array: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(',')}]`),
    object: fc
      .uniqueArray(fc.tuple(text, tie('value')), { maxLength: 3, selector: ([name]) => name })
      .map((members) => `{${members.map(([name, item]) => `${JSON.stringify(name)}:${item}`).join(',')}}`),
  }));
  const name = fc.oneof(
    fc.constantFrom('expected', 'q', 'Expected Output', 'id'),
    text.filter((one) => one !== '$source'),
  );
  /** An expected answer is a column of text, which half a character and a zero have no place in. */
  const storable = ([key, item]: [string, string]) => !/\\ud800|\\u0000/.test(item) || !/^expected/i.test(key);
  const row = fc
    .uniqueArray(fc.tuple(name, value).filter(storable), { maxLength: 5, selector: ([key]) => key })
    .map((members) => `{${members.map(([key, item]) => `${JSON.stringify(key)}:${item}`).join(',')}}`);
  const rows = fc.array(row, { minLength: 1, maxLength: 6 });
  const options = fc.record({ fields: fc.subarray(['q', 'id']) }, { requiredKeys: [] });

  it('come back byte for byte from JSON Lines', () => {
    fc.assert(
      fc.property(
        rows,
        options,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        chunkSize,
        (lines, given, newline, last, size) => {
          const content = lines.join(newline) + (last ? newline : '');
          const parsed = parse(content, given, 'a.jsonl', size);
          // One line without a line end does not say how lines end.
          if (lines.length > 1 || last) expect(write(parsed).toString()).toBe(content);
        },
      ),
      { numRuns: propertyRuns(400) },
    );
  });

  it('come back byte for byte from a JSON array', () => {
    fc.assert(
      fc.property(rows, options, fc.constantFrom('', '\n', ' '), chunkSize, (items, given, space, size) => {
        const content = `[${space}${items.join(`,${space}`)}${space}]${space}`;
        expect(write(parse(content, given, 'a.json', size)).toString()).toBe(content);
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  it.each([0, 1, 2, 4, '\t'])('come back byte for byte as JSON.stringify indents them by %j', (indent) => {
    const objects = fc.array(
      fc.dictionary(
        text.filter((one) => one !== '$source'),
        fc.jsonValue({ maxDepth: 2 }),
        { maxKeys: 4, minKeys: 1 },
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(objects, options, (items, given) => {
        const content = JSON.stringify(items, null, indent);
        expect(write(parse(content, given, 'a.json')).toString()).toBe(content);
      }),
      { numRuns: propertyRuns(150) },
    );
  });
});

describe('preview and import', () => {
  it('never disagree on columns, rows and warnings', () => {
    fc.assert(
      fc.property(table, ({ columns, rows }) => {
        const content = [columns, ...rows].map((cells) => csvRow(cells, ',', false)).join('\n');
        const parsed = parse(content, { delimiter: ',' });
        const shown = preview(content, { delimiter: ',' });
        expect(shown.rows).toBe(parsed.rows);
        expect(shown.columns.map(({ type: _, ...column }) => column)).toEqual(parsed.sourceFormat.columns);
        expect(shown.warnings.slice(0, parsed.warnings.length)).toEqual(parsed.warnings);
        expect(shown.contentHash).toBe(parsed.contentHash);
      }),
    );
  });
});
