import { describe, expect, it } from 'vitest';
import { columnNames } from '../../../core/dataset/csv/header.ts';

const NAMES = Array.from({ length: 100_000 }, (_, n) => `column ${n}`);

describe('a header of 100,000 columns', () => {
  // Each name was looked for among all others, which took six seconds.
  it('is read in time that grows with its length', { timeout: 2_000 }, () => {
    expect(columnNames(NAMES, 1)).toHaveLength(100_000);
  });

  it('names the two columns that have one name', { timeout: 2_000 }, () => {
    expect(() => columnNames([...NAMES, ' column 99999 '], 3)).toThrow('Line 3: columns 100000 and 100001 are both');
  });
});
