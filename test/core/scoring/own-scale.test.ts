import { describe, expect, it } from 'vitest';
import { inScale, scalesOf, scoreText } from '../../../core/scoring/own-scale.ts';

describe('the score of a judge', () => {
  it('is shown in the scale of the judge', () => {
    const config = {
      evaluators: [
        { type: 'exact', name: 'exact' },
        { type: 'judge', name: 'tone', scale: [1, 5] },
        { type: 'judge', name: 'mood', scale: [-1, 1] },
        { type: 'judge', name: 'plain', scale: [0, 1] },
      ],
    };
    const scales = scalesOf(config);
    expect(Object.keys(scales)).toEqual(['tone', 'mood']);
    expect(scoreText(0.25, scales.tone)).toBe('2 of 5');
    expect(scoreText(0.6, scales.tone)).toBe('3.4 of 5');
    expect(scoreText(0.25, scales.mood)).toBe('-0.5 (-1 to 1)');
    expect(scoreText(0.25, scales.exact)).toBe('0.25');
    expect(inScale(1, scales.tone)).toBe(5);
    expect(scalesOf(null)).toEqual({});
  });
});
