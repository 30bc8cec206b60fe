/** How alike two texts are, from 0 to 1. Two empty texts are the same. */

/** The harmonic mean of precision and recall of words, each counted as often as it stands there. */
export function tokenF1(actual: readonly string[], expected: readonly string[]): number {
  if (actual.length === 0 && expected.length === 0) return 1;
  const left = new Map<string, number>();
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of actual) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 1;
  }
  return (2 * common) / (actual.length + expected.length);
}

/** ROUGE-L: the F1 of the longest common subsequence of words. */
export function rougeL(actual: readonly string[], expected: readonly string[]): number {
  if (actual.length === 0 && expected.length === 0) return 1;
  const numbers = new Map<string, number>();
  const numbered = (words: readonly string[]): Uint32Array =>
    Uint32Array.from(words, (word) => {
      const known = numbers.get(word) ?? numbers.size;
      numbers.set(word, known);
      return known;
    });
  return (2 * longestCommon(numbered(actual), numbered(expected))) / (actual.length + expected.length);
}

function longestCommon(a: Uint32Array, b: Uint32Array): number {
  let above = new Uint32Array(b.length + 1);
  let row = new Uint32Array(b.length + 1);
  for (const value of a) {
    for (let at = 1; at <= b.length; at++) {
      const longest = Math.max(above[at] ?? 0, row[at - 1] ?? 0);
      row[at] = b[at - 1] === value ? (above[at - 1] ?? 0) + 1 : longest;
    }
    [above, row] = [row, above];
  }
  return above[b.length] ?? 0;
}

/** One less the edits (insert, delete, replace) for each character of the longer text. */
export function levenshteinSimilarity(actual: string, expected: string): number {
  const a = Uint32Array.from(actual, codePoint);
  const b = Uint32Array.from(expected, codePoint);
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - distance(a, b) / longest;
}

const codePoint = (character: string): number => character.codePointAt(0) ?? 0;

function distance(a: Uint32Array, b: Uint32Array): number {
  let above = Uint32Array.from({ length: b.length + 1 }, (_, at) => at);
  let row = new Uint32Array(b.length + 1);
  for (let line = 0; line < a.length; line++) {
    row[0] = line + 1;
    for (let at = 1; at <= b.length; at++) {
      const replaced = (above[at - 1] ?? 0) + (b[at - 1] === a[line] ? 0 : 1);
      row[at] = Math.min(replaced, (above[at] ?? 0) + 1, (row[at - 1] ?? 0) + 1);
    }
    [above, row] = [row, above];
  }
  return above[b.length] ?? 0;
}
