import { diffWords } from '../../core/diff-words.ts';
import type { Paint } from './colour.ts';

/**
 * The expected text after `- ` and the actual one after `+ `, with colored differences. A single line after `  ` if both
 * are equal.
 */
export function diffText(expected: string, actual: string, paint: Paint): string[] {
  if (expected.trim() === actual.trim()) return actual.split('\n').map((line) => `  ${paint('green', line)}`);
  const parts = diffWords(expected, actual);
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
