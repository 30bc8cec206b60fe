import { describe, expect, it } from 'vitest';
import { checkItems } from '../../web/pages/new-batch/check-items.ts';
import { readItems } from '../../web/pages/new-batch/read-items.ts';
import { pasteInto, toCsv } from '../../web/pages/new-dataset/cells.ts';
import { readTable } from '../../web/parts/read-table.ts';

describe('a block of cells', () => {
  it('is read as spreadsheets copy it, with quotes, tabs and line breaks inside cells', () => {
    expect(readTable('a\tb\r\n"x ""y""\nz"\t2\r\n')).toEqual([
      ['a', 'b'],
      ['x "y"\nz', '2'],
    ]);
    expect(readTable('a;b\n1,5;2')).toEqual([
      ['a', 'b'],
      ['1,5', '2'],
    ]);
  });

  it('is laid over a table from one cell on, which grows as needed, and becomes a CSV', () => {
    const cells = pasteInto(
      [
        ['question', 'expected'],
        ['', ''],
      ],
      1,
      0,
      [
        ['one, two', 'x'],
        ['"three"', 'y'],
      ],
    );
    expect(toCsv([...cells, ['', '']])).toBe('question,expected\n"one, two",x\n"""three""",y');
  });
});

describe('items of a batch', () => {
  it('are JSON, or a table whose numbers are numbers', () => {
    expect(readItems('[{"id":1}]').items).toEqual([{ id: 1 }]);
    expect(readItems('id,open,code\n7,true,007').items).toEqual([{ id: 7, open: true, code: '007' }]);
  });

  it('say what is wrong with them', () => {
    expect(readItems('[{"id":1}').problem).toMatch(/not JSON/);
    expect(readItems('{"id":1}').problem).toMatch(/must be an array/);
    expect(readItems('[]').problem).toMatch(/empty/);
    expect(readItems('hello').problem).toMatch(/neither/);
  });
});

describe('items before they are submitted', () => {
  const schema = {
    type: 'object',
    properties: { id: { type: 'integer' }, note: { type: ['string', 'null'] } },
    required: ['id'],
    additionalProperties: false,
  };

  it('are held against what the schema asks for at a glance, each by its number', () => {
    expect(checkItems([{ id: 1, note: null }], schema)).toEqual([]);
    expect(checkItems([{ id: 1 }, {}, { id: '1' }, { id: 1, x: 2 }, 7], schema)).toEqual([
      'Item 2: id is missing',
      'Item 3: id is string, and must be integer',
      'Item 4: x is not in the schema',
      'Item 5: it is integer, and must be an object',
    ]);
    expect(
      checkItems(
        Array.from({ length: 9 }, () => ({})),
        schema,
      ).at(-1),
    ).toBe('… and 4 more');
  });
});
