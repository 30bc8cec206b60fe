import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMapping, type MappingRequest } from '../../core/dataset/map-columns.ts';
import { evaluateMapping } from '../../core/mapping/evaluate-mapping.ts';
import { mappingRoot } from '../../core/mapping/mapping-root.ts';
import { parse, refusalOf } from '../core/dataset/parse.ts';
import { propertyRuns } from '../support/property-runs.ts';

const evaluate = (expression: string, row: Parameters<typeof mappingRoot>[0]) =>
  evaluateMapping({ expression, field: 'endpointInputMapping', maxBytes: 1_000_000 }, mappingRoot(row));

describe('Mapping columns to fields', () => {
  it.each([
    ['prompt', 'Prompt'],
    ['user_id', 'User ID'],
    ['userId', 'user-id'],
    ['firstName', 'FIRST_NAME'],
  ])('feeds %s from a column named %s', (field, column) => {
    const { pairs, missing } = compileMapping({ columns: [column, 'other'], fields: [field] });
    expect(pairs).toEqual([{ field, column }]);
    expect(missing).toEqual([]);
  });

  it('prefers an explicit mapping to matching names', () => {
    const { pairs, unmapped } = compileMapping({
      columns: ['prompt', 'question'],
      fields: ['prompt'],
      map: { prompt: 'question' },
    });
    expect(pairs).toEqual([{ field: 'prompt', column: 'question' }]);
    expect(unmapped).toEqual(['prompt']);
  });

  it('prefers the exact name when several columns are alike', () => {
    const { pairs } = compileMapping({ columns: ['Prompt', 'prompt'], fields: ['prompt'] });
    expect(pairs).toEqual([{ field: 'prompt', column: 'prompt' }]);
  });

  it('refuses to guess between columns that are alike', () => {
    const request: MappingRequest = { columns: ['user id', 'user_id'], fields: ['userId'] };
    expect(refusalOf(() => compileMapping(request))).toBe(
      'Columns "user id", "user_id" all fit "userId". Say which one, by its exact name.',
    );
  });

  it('lists fields without a column and columns without a field', () => {
    const { missing, unmapped, jsonata } = compileMapping({ columns: ['a', 'b'], fields: ['a', 'context'] });
    expect(missing).toEqual(['context']);
    expect(unmapped).toEqual(['b']);
    expect(jsonata).toBe('{\n  "a": input.a\n}');
  });
});

describe('The JSONata of a column mapping', () => {
  it('shows each field on a line, with odd names in backquotes', () => {
    const { jsonata } = compileMapping({
      columns: ['question', 'first name', 'and', 'expected'],
      map: { prompt: 'question', name: 'first name', both: 'and', answer: 'expected' },
      expectedColumn: 'expected',
    });
    expect(jsonata).toBe(
      '{\n  "prompt": input.question,\n  "name": input.`first name`,\n  "both": input.`and`,\n  "answer": expected\n}',
    );
  });

  it('gives the target exactly the cell’s value, whatever the names and values are', async () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }).filter((text) => text.trim() === text);
    const fieldName = name.filter((text) => text !== '__proto__');
    const value = fc.jsonValue({ maxDepth: 2 });
    await fc.assert(
      fc.asyncProperty(fieldName, name, value, async (field, column, given) => {
        const { jsonata } = compileMapping({ columns: [column], map: { [field]: column } });
        const row = { sample_id: 's', row_index: 0, previous_attempts: 0, input: JSON.stringify({ [column]: given }) };
        expect(JSON.stringify(await evaluate(jsonata, row))).toBe(JSON.stringify({ [field]: given }));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('refuses the one field that JSONata would leave out silently', () => {
    expect(() => compileMapping({ columns: ['a'], map: Object.fromEntries([['__proto__', 'a']]) })).toThrow(
      'A field named "__proto__" cannot be made by JSONata.',
    );
  });

  it('leaves a field out if a row lacks its column', async () => {
    const { jsonata } = compileMapping({ columns: ['a', 'b'], fields: ['a', 'b'] });
    const row = { sample_id: 's', row_index: 0, previous_attempts: 0, input: '{"b":2}' };
    expect(await evaluate(jsonata, row)).toEqual({ b: 2 });
  });

  it('fits the rows of an import', async () => {
    const { lines, mapping } = parse('Ticket Text,expected,owner\nbroken,bug,ann\n', { fields: ['ticket_text'] });
    const [line] = lines;
    if (!line || !mapping) throw new Error('there is one row, and a mapping');
    expect(await evaluate(mapping.jsonata, { ...line, previous_attempts: 0 })).toEqual({ ticket_text: 'broken' });
    expect(JSON.parse(line.metadata ?? '')).toEqual({ owner: 'ann' });
  });
});
