import type { Colour, Paint } from './colour.ts';
import { cutTo, oneLine, pad, textWidth } from './text-width.ts';

export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | number | null | undefined;
  /** Aligns numbers to the right. */
  readonly right?: boolean;
  readonly colour?: (row: Row) => Colour | undefined;
  /** Minimum width, if the table is too wide. */
  readonly shrinkTo?: number;
  /** Dropped if the shrunk table is still too wide, the largest number first. */
  readonly optional?: number;
}

const GAP = '  ';

/** Fits a table into the width: first columns with `shrinkTo` shrink, the widest first, then `optional` columns are dropped. */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  options: { width: number; paint: Paint },
): string {
  const cells = rows.map((row) => columns.map((column) => oneLine(String(column.value(row) ?? ''))));
  const widths = columns.map((column, index) =>
    Math.max(textWidth(column.title), ...cells.map((line) => textWidth(line[index] ?? ''))),
  );
  const excess = shrink(widths, columns, options.width - GAP.length * (columns.length - 1));
  const [least] = columns.filter(({ optional }) => optional).toSorted((a, b) => (b.optional ?? 0) - (a.optional ?? 0));
  if (excess > 0 && least) return table(rows, columns.toSpliced(columns.indexOf(least), 1), options);

  const line = (texts: readonly string[], paint: (index: number, text: string) => string) =>
    texts
      .map((text, index) => {
        const { right } = columns[index] ?? {};
        return paint(index, pad(cutTo(text, widths[index] ?? 0), widths[index] ?? 0, right));
      })
      .join(GAP)
      .trimEnd();
  const head = line(
    columns.map(({ title }) => title),
    (_, text) => options.paint('bold', text),
  );
  const body = cells.map((texts, rowIndex) =>
    line(texts, (index, text) => {
      const row = rows[rowIndex];
      const colour = row === undefined ? undefined : columns[index]?.colour?.(row);
      return colour ? options.paint(colour, text) : text;
    }),
  );
  return [head, ...body].join('\n');
}

/** Returns the remaining excess width. */
function shrink(widths: number[], columns: readonly Column<never>[], available: number): number {
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  while (excess > 0) {
    const [widest] = widths
      .map((width, index) => ({ index, width, spare: width - (columns[index]?.shrinkTo ?? width) }))
      .filter(({ spare }) => spare > 0)
      .sort((a, b) => b.width - a.width);
    if (!widest) return excess;
    widths[widest.index] = widest.width - 1;
    excess--;
  }
  return excess;
}
