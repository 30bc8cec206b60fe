// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with a control character
const ESCAPES = /\u001b\[[0-9;]*m/g;
const segmenter = new Intl.Segmenter();

/** Ranges that take two cells: CJK, full-width forms, emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|\ufe0f/u;

const widthOf = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : /^\p{M}+$/u.test(grapheme) ? 0 : 1);

/** Cells a text takes on a terminal, colours not counted. */
export function textWidth(text: string): number {
  let width = 0;
  for (const { segment } of segmenter.segment(text.replace(ESCAPES, ''))) width += widthOf(segment);
  return width;
}

/** Cuts a plain text to so many cells, with an ellipsis where something is lost. */
export function cutTo(text: string, cells: number): string {
  if (cells <= 0) return '';
  return textWidth(text) <= cells ? text : `${beginning(text, cells - 1)}…`;
}

/** As much of a text as fits. */
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

/** Text of a row on one line: newlines, tabs and control characters made visible. */
export const oneLine = (text: string): string =>
  text
    .replace(/\r?\n|\r/g, '⏎')
    .replace(/\t/g, '→')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: text from outside must not steer the terminal
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '·');

/** Text of a row on several lines: lines stay, other control characters are made visible. */
export const printable = (text: string): string => text.split(/\r?\n/).map(oneLine).join('\n');

/** A text in lines of at most so many cells, broken at spaces where there are any. */
export function wrap(text: string, given: number, most = Number.POSITIVE_INFINITY): string[] {
  const cells = Math.max(1, given);
  const lines: string[] = [];
  let rest = text.trim();
  while (textWidth(rest) > cells) {
    if (lines.length === most - 1) return [...lines, cutTo(rest, cells)];
    const fitting = beginning(rest, cells);
    const space = rest[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ');
    // One character wider than the line stands alone.
    const end = space > 0 ? space : Math.max(1, fitting.length);
    lines.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}
