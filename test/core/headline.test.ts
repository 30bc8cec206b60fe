import { describe, expect, it } from 'vitest';
import { headlineOf } from '../../core/headline.ts';

describe('the headline of an error message', () => {
  it.each([
    ['Not found\nat step 1', 'Not found'],
    ['Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 1\n', 'KeyError: 1'],
    ['HTTP 500: Traceback (most recent call last):\n…\nValueError: no', 'HTTP 500: ValueError: no'],
    ['Traceback (most recent call last)', 'Traceback (most recent call last)'],
    [null, ''],
  ])('of %j is %j', (message, headline) => {
    expect(headlineOf(message)).toBe(headline);
  });
});
