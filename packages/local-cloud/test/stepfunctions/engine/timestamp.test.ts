import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTimestamp } from '../../../src/stepfunctions/engine/wait.ts';

describe('a timestamp', () => {
  it('is every time JavaScript writes', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1970-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }),
        (date) => {
          expect(parseTimestamp(date.toISOString())).toBe(date.getTime());
        },
      ),
    );
  });

  it('may have an offset and nanoseconds', () => {
    expect(parseTimestamp('2016-03-14T01:59:00+01:00')).toBe(Date.UTC(2016, 2, 14, 0, 59));
    expect(parseTimestamp('2016-03-05T21:29:29.243167252Z')).toBe(Date.UTC(2016, 2, 5, 21, 29, 29, 243));
  });

  it.each(['2016-12-05 21:29:29Z', '2016-12-05T21:29:29', '2016-02-30T00:00:00Z', '2016-12-05T25:29:29Z', 'now'])(
    'is not %s',
    (text) => {
      expect(parseTimestamp(text)).toBeUndefined();
    },
  );
});
