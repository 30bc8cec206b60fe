import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addText, canonical, compareText, NumberError, subtractText } from '../../src/dynamodb/decimal.ts';

/** Up to 18 digits with the point anywhere, as text. */
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, places]) => {
    const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0');
    const whole = text.slice(0, text.length - places);
    return `${digits < 0n ? '-' : ''}${whole}${places > 0 ? `.${text.slice(-places)}` : ''}`;
  });

describe("DynamoDB's numbers", () => {
  it.each([
    ['1', '1'],
    ['-0', '0'],
    ['007', '7'],
    ['1.500', '1.5'],
    ['.5', '0.5'],
    ['1e3', '1000'],
    ['12E-4', '0.0012'],
    ['-1.0', '-1'],
    ['100', '100'],
    ['12345678901234567890123456789012345678', '12345678901234567890123456789012345678'],
  ])('%s is written %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  it.each([
    ['', /cannot be converted to a numeric value/],
    ['abc', /cannot be converted to a numeric value: abc/],
    ['1 2', /cannot be converted/],
    ['NaN', /cannot be converted/],
    ['123456789012345678901234567890123456789', /more than 38 significant digits/],
    ['1e126', /Number overflow/],
    ['1e-131', /Number underflow/],
  ])('%s is refused', (text, message) => {
    expect(() => canonical(text)).toThrow(NumberError);
    expect(() => canonical(text)).toThrow(message);
  });

  it('have one spelling each, whichever way they are written', () => {
    fc.assert(
      fc.property(decimal, (text) => {
        expect(canonical(canonical(text))).toBe(canonical(text));
        expect(canonical(`${text.includes('.') ? text : `${text}.`}000`)).toBe(canonical(text));
        expect(compareText(text, canonical(text))).toBe(0);
      }),
    );
  });

  it('add and subtract without losing a digit', () => {
    expect(addText('0.1', '0.2')).toBe('0.3');
    expect(addText('9007199254740993', '1')).toBe('9007199254740994');
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(subtractText(addText(a, b), b)).toBe(canonical(a));
        expect(addText(a, b)).toBe(addText(b, a));
        expect(Math.sign(compareText(a, b))).toBe(Math.sign(Number(canonical(subtractText(a, b)))));
      }),
    );
  });
});
