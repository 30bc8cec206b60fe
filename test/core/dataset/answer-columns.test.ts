import { describe, expect, it } from 'vitest';
import { Previewer } from '../../../core/dataset/preview.ts';

function warnings(header: string, options = {}): readonly string[] {
  const previewer = new Previewer('a.csv', options, 1);
  previewer.push(Buffer.from(`${header}\n${header.replace(/[^,]+/g, 'x')}\n`));
  return previewer.end().warnings;
}

describe('a column that looks like the right answer', () => {
  it.each(['gold', 'label', 'Ground Truth', 'expected_category', 'correct answer'])(
    'is told when it would be sent to the target: %s',
    (name) => {
      expect(warnings(`question,${name}`)).toEqual([
        expect.stringContaining(`Column "${name}" looks like the right answer and would be sent to the target.`),
      ]);
    },
  );

  it('is no matter when it is the expected one, another one is, or it is not sent', () => {
    expect(warnings('question,label', { expectedColumn: 'label' })).toEqual([]);
    expect(warnings('question,label,expected')).toEqual([]);
    expect(warnings('question,label', { fields: ['question'] })).toEqual([]);
    expect(warnings('question,labels,answer_time')).toEqual([]);
  });
});
