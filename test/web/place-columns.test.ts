import { describe, expect, it } from 'vitest';
import { isLastInput, type Place, placeColumn, placesOf } from '../../web/pages/new-dataset/place-columns.ts';

const columns = (places: Record<string, Place>) =>
  Object.entries(places).map(([name, place]) => ({ name, place, type: 'text' }));

describe('the places of columns', () => {
  const read = columns({ question: 'input', expected: 'expected', team: 'input' });

  it('keep one expected answer', () => {
    expect(placeColumn(read, 'team', 'expected')).toEqual({ expectedColumn: 'team', fields: undefined });
    expect(placeColumn(read, 'expected', 'input')).toEqual({ expectedColumn: false, fields: undefined });
  });

  it('name what is sent as soon as something is only kept', () => {
    expect(placeColumn(read, 'team', 'metadata')).toEqual({ expectedColumn: 'expected', fields: ['question'] });
  });

  it('are as chosen before the file is read again', () => {
    const first = placeColumn(read, 'team', 'metadata');
    const second = placeColumn(placesOf(read, first), 'question', 'expected');
    expect(placesOf(read, second).map(({ place }) => place)).toEqual(['expected', 'input', 'metadata']);
    expect(placesOf(read, {}).map(({ place }) => place)).toEqual(['input', 'expected', 'input']);
  });

  it('leave a row its last input', () => {
    expect(isLastInput(columns({ question: 'input', team: 'metadata' }), 'question')).toBe(true);
    expect(isLastInput(read, 'question')).toBe(false);
  });
});
