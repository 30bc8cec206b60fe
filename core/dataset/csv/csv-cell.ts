/** A cell as it stands in a CSV file. */
function csvCell(text: string, delimiter: string, always: boolean): string {
  return always || text.includes('"') || text.includes('\n') || text.includes('\r') || text.includes(delimiter)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}

/** A row without its line end. A lone empty cell is quoted: a blank line is no row. */
export const csvRow = (cells: readonly string[], delimiter: string, always: boolean): string =>
  cells.length === 1 && cells[0] === '' ? '""' : cells.map((cell) => csvCell(cell, delimiter, always)).join(delimiter);
