import fc from 'fast-check';

/**
 * A character of any plane, for `fc.string({ unit })`. fast-check's own unit `binary` gives the same ones, but makes a
 * table of all million of them first, in every process.
 */
export const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
