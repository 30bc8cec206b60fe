import type { Paint } from './colour.ts';

type Part = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string };

/** Beyond this many words on both sides together a word by word comparison is no help to the eye. */
const MOST_CELLS = 1_000_000;

/**
 * Two lines, or blocks of lines: `- ` what was expected, `+ ` what came; the words that differ are coloured. One
 * `  ` line when both are the same.
 */
export function diffText(expected: string, actual: string, paint: Paint): string[] {
  if (expected.trim() === actual.trim()) return actual.split('\n').map((line) => `  ${paint('green', line)}`);
  const parts = diffWords(words(expected), words(actual));
  const side = (kind: 'removed' | 'added', sign: string, colour: 'red' | 'green') =>
    parts
      .filter((part) => part.kind === 'same' || part.kind === kind)
      .map((part) =>
        part.text
          .split('\n')
          .map((line) => (part.kind === 'same' ? line : paint(colour, line)))
          .join('\n'),
      )
      .join('')
      .split('\n')
      .map((line) => `${paint(colour, sign)} ${line}`);
  return [...side('removed', '-', 'red'), ...side('added', '+', 'green')];
}

const words = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];

/** Longest common subsequence of words. */
function diffWords(a: readonly string[], b: readonly string[]): Part[] {
  if (a.length * b.length > MOST_CELLS) {
    return [
      { kind: 'removed', text: a.join('') },
      { kind: 'added', text: b.join('') },
    ];
  }
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: Part[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push({ kind: 'same', text: a[i++] ?? '' });
      j++;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      parts.push({ kind: 'removed', text: a[i++] ?? '' });
    } else {
      parts.push({ kind: 'added', text: b[j++] ?? '' });
    }
  }
  return parts;
}
