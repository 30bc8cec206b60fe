import { describe, expect, it } from 'vitest';
import { MappedColumns } from '../../../core/export/mapped-columns.ts';
import { mappingRow } from '../../../core/export/mapping-row.ts';

const row = mappingRow(
  JSON.stringify({
    row_index: 7,
    sample_id: 's7',
    input: { n: 2 },
    expected: null,
    actual_output: '{"label":"a","scores":[1,2]}',
  }),
);

describe('mapped columns', () => {
  it('take one expression a column, or one that constructs an object', async () => {
    const each = new MappedColumns({ label: 'output.label', double: 'input.n * 2', none: 'input.nothing' });
    expect(each.names).toEqual(['label', 'double', 'none']);
    expect(await each.evaluate(row)).toEqual({ label: 'a', double: 4 });
    const whole = new MappedColumns('( $n := input.n; { "label": output.label, "double": $n * 2, "none": nothing } )');
    expect(whole.names).toEqual(['label', 'double', 'none']);
    expect(await whole.evaluate(row)).toEqual({ label: 'a', double: 4 });
  });

  it('see the row’s columns, the answer as text and as a value, and no absent ones', async () => {
    const columns = new MappedColumns({
      text: '$type(actual_output)',
      value: '$type(output)',
      expected: '$exists(expected)',
    });
    expect(await columns.evaluate(row)).toEqual({ text: 'string', value: 'object', expected: false });
  });

  it('have no name that JSONata would lose', () => {
    const named = Object.fromEntries([['__proto__', 'sample_id']]);
    for (const mapping of ['{ "__proto__": sample_id }', named]) {
      expect(() => new MappedColumns(mapping)).toThrow('outputMapping makes a column "__proto__"');
    }
  });

  it('say which column fails on which row', async () => {
    const columns = new MappedColumns({ fine: 'sample_id', bad: '$number(sample_id)' });
    await expect(columns.evaluate(row)).rejects.toMatchObject({
      name: 'MappingFailed',
      message: expect.stringMatching(/^outputMapping\.bad: it failed on this row.*\(row 8, sample_id "s7"\)$/),
    });
  });

  it.each([
    [{ a: 'input.(' }, 'outputMapping.a is not valid JSONata'],
    [{ a: '1), "b": (2' }, 'outputMapping.a is not valid JSONata'],
    ['{', 'outputMapping is not valid JSONata'],
    ['input', 'outputMapping must be an object constructor with plain names'],
    ['{ sample_id: 1 }', 'outputMapping must be an object constructor with plain names'],
    ['{}', 'outputMapping makes no column'],
    [{}, 'outputMapping makes no column'],
  ])('are refused at once for %j', (mapping, message) => {
    expect(() => new MappedColumns(mapping)).toThrow(message);
  });

  it('end an expression that never would', async () => {
    const endless = new MappedColumns({ a: '($f := function($x) { $f($x) }; $f(1))' });
    await expect(endless.evaluate(row)).rejects.toMatchObject({ name: 'MappingTimeout' });
  });
});
