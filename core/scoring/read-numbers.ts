import { type ExactNumber, exactNumber } from './exact-number.ts';

/** A number in a text, or what looks like one and may be read in more than one way. */
export type FoundNumber = { readonly text: string } & (
  | { readonly value: ExactNumber }
  | { readonly ambiguous: string }
);

/** Digits with their separators; ordinary spaces only where groups of three follow. Not the digits of a word such as `v2`. */
const TOKEN =
  /(?<![\p{L}\w.])([-+−]?)[$€£¥]?(\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,'’\u00a0\u2009\u202f]\d+)*|\.\d+)([eE][-+]?\d{1,3})?(\p{L}*)(?!\w)/gu;

/** Letters after a number that may multiply it: 10k, 5M, 3bn. Others are its unit. */
const MULTIPLIER = /^(?:[kKmMB]|bn|mn|mio|mrd|[百千万萬亿億].*)$/;

const PLAIN = /^(?:\d+(?:\.\d+)?|\.\d+)$/;
const ENGLISH = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const EUROPEAN = /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$/;
const GROUPED = /^[1-9]\d{0,2}(?:['’\u00a0\u2009\u202f]\d{3})+(?:[.,]\d+)?$/;

/** All numbers of a text, in order. */
export const readNumbers = (text: string): FoundNumber[] =>
  [...text.matchAll(TOKEN)].map(([found, sign = '', digits = '', exponent = '', letters = '']) => {
    if (MULTIPLIER.test(letters)) return { text: found, ambiguous: `${letters} may be a unit or a multiplier` };
    const plain = plainDigits(digits);
    if (plain === undefined) return { text: found, ambiguous: 'its separators can be read in more than one way' };
    return { text: found, value: exactNumber(`${sign.replace('−', '-')}${plain}${exponent}`) };
  });

function plainDigits(digits: string): string | undefined {
  if (PLAIN.test(digits)) return digits;
  if (ENGLISH.test(digits)) return digits.replaceAll(',', '');
  if (EUROPEAN.test(digits)) return digits.replaceAll('.', '').replace(',', '.');
  return GROUPED.test(digits) ? digits.replaceAll(/['’\u00a0\u2009\u202f]/g, '').replace(',', '.') : undefined;
}
