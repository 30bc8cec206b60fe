import { describe, expect, it } from 'vitest';
import { autoMap, fromExpression, sourcesOf, toExpression } from '../../web/pages/new-run/field-mapping.ts';
import { turnsOf } from '../../web/pages/new-run/threads-step.tsx';
import { evaluateHere } from '../../web/parts/target-form/evaluate-here.ts';

const root = {
  sample_id: 's1',
  row_index: 0,
  input: { 'Ticket Text': 'Help', priority: 3, 'a`b': 'x' },
  expected: 'billing',
  metadata: { team: 'red' },
};

describe('columns of conversations', () => {
  it('are those that hold a list of turns, or its JSON', () => {
    const turns = [{ role: 'user', content: 'hi' }];
    expect(turnsOf(turns)).toEqual(turns);
    expect(turnsOf(JSON.stringify(turns))).toEqual(turns);
    for (const cell of ['[1, 2]', '[broken', '[]', 'hi', { role: 'user' }, null]) expect(turnsOf(cell)).toBeUndefined();
  });
});

describe('columns and the fields they feed', () => {
  it('find each other by name, whatever the case and blanks; what finds none is left out', () => {
    expect(autoMap(root, ['ticket_text', 'Priority', 'id'])).toEqual([
      { field: 'ticket_text', from: 'input.`Ticket Text`' },
      { field: 'Priority', from: 'input.priority' },
      { field: 'id', from: '' },
    ]);
    expect(autoMap(root, []).map(({ field }) => field)).toEqual(['Ticket Text', 'priority', 'a`b']);
  });

  it('are an expression that gives just that, and can be read back', async () => {
    const pairs = [
      ...autoMap(root, []),
      { field: 'team "x"', from: 'metadata.team' },
      { field: 'right', from: 'expected' },
    ];
    const expression = toExpression(pairs);
    expect(fromExpression(expression)).toEqual(pairs);
    expect((await evaluateHere(expression, root)).value).toEqual({
      ...root.input,
      'team "x"': 'red',
      right: 'billing',
    });
    expect(toExpression([{ field: 'id', from: '' }])).toBe('');
  });

  it('are not read from an expression that does more', () => {
    expect(fromExpression('{ "text": $uppercase(input.text) }')).toBeUndefined();
    expect(fromExpression('input.text')).toBeUndefined();
    expect(fromExpression('')).toEqual([]);
  });

  it('are offered as the row has them', () => {
    const offered = ['input.`Ticket Text`', 'input.priority', 'input.$lookup("a`b")', 'metadata.team', 'expected'];
    expect(sourcesOf(root)).toEqual([...offered, 'sample_id', 'row_index']);
    expect(sourcesOf({ input: 'a text', sample_id: 's', row_index: 0 })).toEqual(['input', 'sample_id', 'row_index']);
  });
});
