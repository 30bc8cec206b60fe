import type { Column } from './column.ts';

/** Cells divided by tabs, as spreadsheets paste them. */
export function blockOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t');
  const texts = columns.filter((column) => column.text);
  return [
    line(texts.map(({ title }) => title)),
    ...rows.map((row) => line(texts.map((column) => column.text?.(row) ?? ''))),
  ].join('\n');
}
