import { describe, expect, it } from 'vitest';
import { unknownColumns } from '../../../core/mapping/unknown-names.ts';

const found = (expression: string) => unknownColumns(expression, 'mappings.input', ['subject', 'order id']);

describe('columns that a mapping takes and rows do not have', () => {
  it('are found wherever the expression looks at the row', () => {
    expect(found('{ "question": input.subjet }')).toEqual(['subjet']);
    expect(found('input.subject & " " & $uppercase(input.text)')).toEqual(['text']);
    expect(found('metadata.a ? input.b : input.`order id`')).toEqual(['b']);
  });

  it('are none where a name is of something else, or made while it runs', () => {
    expect(found('input')).toEqual([]);
    expect(found('input.*')).toEqual([]);
    expect(found('{ "all": $merge([input, { "input": "input.nowhere" }]) }')).toEqual([]);
    expect(found('metadata.turns[input.text = "x"]')).toEqual([]);
  });
});
