import { readFileSync } from 'node:fs';

/**
 * Draws what a terminal showed: `tmux capture-pane -pe | node --import tsx docs/terminal-picture.ts > docs/run.svg`.
 * Reads text with colours (SGR sequences) from stdin, writes SVG to stdout.
 */
const CELL = { width: 8.4, height: 19 };
const PADDING = 16;
const BAR = 30;
const FONT = "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const COLOURS: Record<number, string> = { 31: '#ff7b72', 32: '#7ee787', 33: '#f2cc60', 34: '#79c0ff', 36: '#76e3ea' };
const TEXT = '#e6edf3';

interface Style {
  readonly fill: string;
  readonly bold: boolean;
  readonly dim: boolean;
}

const plain = (): Style => ({ fill: TEXT, bold: false, dim: false });

/** The style after one code of an SGR sequence. */
function applied(style: Style, code: number): Style {
  if (code === 0) return plain();
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 39) return { ...style, fill: TEXT };
  return COLOURS[code] ? { ...style, fill: COLOURS[code] } : style;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const lines = readFileSync(0, 'utf8').trimEnd().split('\n');
let style = plain();
let columns = 0;
const texts = lines.map((line, row) => {
  let column = 0;
  const y = BAR + PADDING + (row + 0.75) * CELL.height;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character
  const spans = line.split(/\u001b\[([0-9;]*)m/).map((part, index) => {
    if (index % 2 === 1) {
      for (const code of part.split(';')) style = applied(style, Number(code));
      return '';
    }
    if (part === '') return '';
    const x = PADDING + column * CELL.width;
    const length = [...part].length;
    column += length;
    const looks = `fill="${style.fill}"${style.bold ? ' font-weight="700"' : ''}${style.dim ? ' opacity="0.6"' : ''}`;
    const fixed = `textLength="${(length * CELL.width).toFixed(1)}" lengthAdjust="spacingAndGlyphs"`;
    return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${looks} ${fixed} xml:space="preserve">${escaped(part)}</text>`;
  });
  columns = Math.max(columns, column);
  return spans.join('');
});
const width = Math.ceil(columns * CELL.width + 2 * PADDING);
const height = Math.ceil(BAR + lines.length * CELL.height + 2 * PADDING);
const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
  (fill, index) => `<circle cx="${20 + index * 20}" cy="18" r="6" fill="${fill}"/>`,
);
process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A run in the terminal">
<rect width="100%" height="100%" rx="10" fill="#0d1117"/>
${dots.join('')}
<g font-family="${FONT}" font-size="14">
${texts.filter(Boolean).join('\n')}
</g>
</svg>
`);
