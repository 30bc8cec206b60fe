// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences start with a control character
const ESCAPES = /\u001b\[[0-9;]*m/g;
const segmenter = new Intl.Segmenter();

/** Ranges of double width: CJK, full-width forms, emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\ufe0f/u;

const widthOf = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : /^\p{M}+$/u.test(grapheme) ? 0 : 1);

/** Width of a text in a terminal, without colors. */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text.replace(ESCAPES, ''))) width += widthOf(segment);
  return width;
}

/** Cuts a plain text to a width, with an ellipsis. */
export function cutTo(text: string, cells: number): string {
  if (cells <= 0) return '';
  return textWidth(text) <= cells ? text : `${beginning(text, cells - 1)}…`;
}

/** The part of a text that fits. */
function beginning(text: string, cells: number): string {
  let width = 0;
  let kept = '';
  for (const { segment } of segmenter.segment(text)) {
    width += widthOf(segment);
    if (width > cells) break;
    kept += segment;
  }
  return kept;
}

export const pad = (text: string, cells: number, right = false): string => {
  const space = ' '.repeat(Math.max(0, cells - textWidth(text)));
  return right ? space + text : text + space;
};

/** Text on one line, with visible newlines, tabs and control characters. */
export const oneLine = (text: string): string =>
  text
    .replace(/\r?\n|\r/g, '⏎')
    .replace(/\t/g, '→')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: untrusted text must not control the terminal
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '·');

/** Text on several lines, with visible control characters. */
export const printable = (text: string): string => text.split(/\r?\n/).map(oneLine).join('\n');

/** Wraps a text at spaces. */
export function wrap(text: string, given: number, most = Number.POSITIVE_INFINITY): string[] {
  const cells = Math.max(1, given);
  const lines: string[] = [];
  let rest = text.trim();
  while (textWidth(rest) > cells) {
    if (lines.length === most - 1) return [...lines, cutTo(rest, cells)];
    const fitting = beginning(rest, cells);
    const space = rest[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
    // A character wider than the line gets its own line.
    const end = space > 0 ? space : Math.max(1, fitting.length);
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}
