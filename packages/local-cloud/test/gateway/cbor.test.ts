import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCbor, encodeCbor } from '../../src/gateway/cbor.ts';

describe('CBOR', () => {
  it('gives back what was encoded', () => {
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.maxSafeInteger(),
        fc.double({ noNaN: true }).map((number) => number + 0),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value')),
        fc
          .dictionary(
            fc.string().filter((key) => key !== '__proto__'),
            tie('value'),
          )
          .map((entries) => ({ ...entries })),
      ),
    }));
    fc.assert(
      fc.property(value, (one) => {
        expect(decodeCbor(encodeCbor(one))).toEqual(one);
      }),
    );
  });

  it('writes times as seconds under tag 1', () => {
    expect(encodeCbor(new Date(1500)).toString('hex')).toBe('c1fb3ff8000000000000');
    expect(decodeCbor(Buffer.from('c1fb3ff8000000000000', 'hex'))).toEqual(new Date(1500));
    expect(decodeCbor(Buffer.from('c11a514b67b0', 'hex'))).toEqual(new Date(1363896240 * 1000));
  });

  it.each([
    ['9f0102ff', [1, 2]],
    ['bf6161f5ff', { a: true }],
    ['7f657374726561646d696e67ff', 'streaming'],
    ['f93c00', 1],
    ['fa47c35000', 100000],
    ['3903e7', -1000],
    ['f97bff', 65504],
  ])('reads %s of RFC 8949', (hex, expected) => {
    expect(decodeCbor(Buffer.from(hex, 'hex'))).toEqual(expected);
  });

  it('refuses malformed bytes with an error, not a hang', () => {
    for (const hex of ['', '9f01', 'ff', '0101', '1c', '63aa', '81'.repeat(200), 'fbff']) {
      expect(() => decodeCbor(Buffer.from(hex, 'hex'))).toThrow();
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          decodeCbor(Buffer.from(bytes));
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
