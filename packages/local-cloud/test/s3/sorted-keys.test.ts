import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoint } from '../../../../test/support/code-point.ts';
import { compareKeys, SortedKeys } from '../../src/s3/storage/sorted-keys.ts';

const inByteOrder = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe('SortedKeys', () => {
  it('compares as UTF-8 bytes do', () => {
    const text = fc.string({ unit: codePoint, maxLength: 6 });
    fc.assert(fc.property(text, text, (a, b) => Math.sign(compareKeys(a, b)) === Math.sign(inByteOrder(a, b))));
  });

  it('is a sorted set, whatever is added and deleted', () => {
    const key = fc.string({ unit: codePoint, maxLength: 3 });
    const change = fc.record({ key, add: fc.boolean() });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), key, (changes, start) => {
        const sorted = new SortedKeys();
        const expected = new Set<string>();
        for (const { key, add } of changes) {
          if (add) {
            sorted.add(key);
            expected.add(key);
          } else {
            sorted.delete(key);
            expected.delete(key);
          }
        }
        const rest = [...expected].filter((each) => inByteOrder(each, start) >= 0).sort(inByteOrder);
        expect([...sorted.from(start)]).toEqual(rest);
        expect(sorted.first((each) => compareKeys(each, start) >= 0)).toBe(rest[0]);
      }),
    );
  });

  it('stays in order beyond one chunk, added backwards, forwards and shuffled', () => {
    const sorted = new SortedKeys();
    const keys = Array.from({ length: 5000 }, (_, index) => `key/${String((index * 7919) % 5000).padStart(5, '0')}`);
    for (const key of keys) sorted.add(key);
    for (const key of keys.slice(0, 2500)) sorted.delete(key);
    expect([...sorted.from('')]).toEqual(keys.slice(2500).sort());
  });
});
