/** The locale is fixed, so that a score does not depend on the machine. */
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Symbols that say something: 👍, +, €, %. Not what Markdown is written with, and not `^` or accents that stand alone. */
const SYMBOL = /^(?![|~])[\p{S}%‰]/u;
const ACCENT = /^\p{Sk}/u;
const SIGN = /[-−]$/;

/**
 * The tokens of a text in NFC: its words, and symbols such as emoji and `+`. A minus directly before a number belongs to
 * it, `#` directly after a word is a token. Other punctuation and spaces are none, unless a text has nothing else:
 * then its characters are its tokens.
 */
export function tokensOf(text: string): string[] {
  const pieces = piecesOf(text);
  const words = pieces.map(wordsIn);
  return words.some(({ hasWords }) => hasWords) ? words.flatMap(({ tokens }) => tokens) : pieces.flatMap(charactersOf);
}

function wordsIn(text: string) {
  const tokens: string[] = [];
  let hasWords = false;
  let before = '';
  for (const { segment, index, isWordLike } of WORDS.segment(text)) {
    if (isWordLike) {
      hasWords = true;
      const isNegative = /^\d/.test(segment) && SIGN.test(before) && isFree(text, index - 1);
      tokens.push(`${isNegative ? '-' : ''}${segment.replaceAll('’', "'")}`);
    } else if ((SYMBOL.test(segment) && !ACCENT.test(segment)) || (segment === '#' && /[\p{L}\p{N}]$/u.test(before))) {
      tokens.push(segment);
    }
    before = segment;
  }
  return { tokens, hasWords };
}

/** A segmenter's time grows with the square of the text, so it gets pieces, cut between words where there are spaces. */
const piecesOf = (text: string): string[] => text.match(PIECE) ?? [];
const PIECE = /[\s\S]{1,500}(?:(?<=[\s。，、！？])|$)|[\s\S]{1,500}/gu;

/** A minus between two words is a hyphen or a range. */
const isFree = (text: string, at: number): boolean => at === 0 || /[\s(]/.test(text.charAt(at - 1));

const charactersOf = (text: string): string[] =>
  Array.from(GRAPHEMES.segment(text), ({ segment }) => segment).filter((segment) => segment.trim() !== '');
