/** Cells of a table that is typed; the first line holds the names of the columns. */
export type Cells = readonly (readonly string[])[];

const isFilled = (line: readonly string[]): boolean => line.some((cell) => cell.trim() !== '');

export const filledRows = (cells: Cells): number => cells.slice(1).filter(isFilled).length;

/** A block laid over the cells from one of them on; the table grows as needed. */
export function pasteInto(cells: Cells, row: number, column: number, block: Cells): string[][] {
  const height = Math.max(cells.length, row + block.length);
  const width = Math.max(cells[0]?.length ?? 0, ...block.map((line) => column + line.length));
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => block[y - row]?.[x - column] ?? cells[y]?.[x] ?? ''),
  );
}

/** Columns without a name and lines without text are left out. */
export function toCsv(cells: Cells): string {
  const [names = [], ...lines] = cells;
  const kept = names.map((name, index) => ({ name, index })).filter(({ name }) => name.trim() !== '');
  const quote = (cell: string): string => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return [names, ...lines.filter(isFilled)]
    .map((line) => kept.map(({ index }) => quote(line[index] ?? '')).join(','))
    .join('\n');
}
